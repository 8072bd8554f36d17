import { describe, expect, it } from 'vitest'
import { ACTIVE, currency, plan, setUp } from './checkout-kit.ts'
import { lostConnection, signedIn } from './kit.ts'

const PROCESSING = 'Your earlier payment is still being processed. Please do not pay again.'

/** A member chooses a plan while the server knows of an undecided payment. */
async function refused() {
  const browser = await signedIn()
  const set = setUp(browser)
  const earlier = { code: 'EARLIER_PAYMENT', message: PROCESSING, paymentId: 'pay_first' }
  browser.server.on('createSimpleOrder', { status: 409, body: earlier })
  await set.checkout.choose(plan('weekly'), currency('INR'))
  return { ...set, server: browser.server }
}

describe('a plan chosen while an earlier payment is undecided', () => {
  // covers: 4.9-earlier-payment-check
  it('cannot be paid, and shows the reason and the earlier payment', async () => {
    const { checkout, gateway, server, toast } = await refused()
    expect(checkout.getState()).toMatchObject({
      phase: 'earlier',
      message: PROCESSING,
      paymentId: 'pay_first',
      checking: false,
    })
    await checkout.pay()
    expect(gateway.seen.opened).toBe(0)
    // The refusal is an answer, so the second endpoint is not called.
    expect(server.of('createOrder')).toEqual([])
    expect(toast()).toBeNull()
  })

  it('leads to premium when the earlier payment succeeded', async () => {
    const { checkout, server, finished } = await refused()
    server.on('getPaymentStatus', { body: ACTIVE })
    await checkout.checkEarlier()
    expect(finished).toEqual(['home'])
    expect(server.of('getPaymentStatus')[0]?.params).toEqual(['pay_first'])
  })

  it('captures the earlier payment when the bank has approved it', async () => {
    const { checkout, server, finished } = await refused()
    server.on('getPaymentStatus', { body: { premiumActivated: false, status: 'authorized', message: '' } })
    server.on('capturePayment', { body: { success: 'true', message: '' } })
    await checkout.checkEarlier()
    expect(finished).toEqual(['home'])
  })

  it('keeps waiting while the earlier payment is undecided', async () => {
    const { checkout, server, finished } = await refused()
    const message = 'Your payment is still being processed.'
    server.on('getPaymentStatus', { body: { premiumActivated: false, status: 'pending', message } })
    await checkout.checkEarlier()
    expect(checkout.getState()).toMatchObject({ phase: 'earlier', checking: false, message })
    expect(finished).toEqual([])
  })

  it('can be chosen again when the earlier payment has failed', async () => {
    const { checkout, server, phase, toast } = await refused()
    const message = 'This payment failed. You were not charged.'
    server.on('getPaymentStatus', { body: { premiumActivated: false, status: 'failed', message } })
    await checkout.checkEarlier()
    expect(phase()).toBe('closed')
    expect(toast()).toMatchObject({ title: 'Your earlier payment', description: message })
  })

  it('reports an earlier payment that could not be checked', async () => {
    const { checkout, server } = await refused()
    server.on('getPaymentStatus', lostConnection)
    await checkout.checkEarlier()
    expect(checkout.getState()).toMatchObject({
      phase: 'earlier',
      message: 'We could not check this payment. Please try again in a minute.',
    })
  })
})
