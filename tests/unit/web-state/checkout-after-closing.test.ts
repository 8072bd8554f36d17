import { describe, expect, it } from 'vitest'
import { ACTIVE, currency, opened, plan } from './checkout-kit.ts'
import { aUser, lostConnection } from './kit.ts'

describe('a checkout dialog closed while the card page is open', () => {
  // covers: 4.9-paid-after-closing
  it('confirms and posts a payment that succeeds afterwards', async () => {
    const { gateway, checkout, browser, finished, phases, phase } = await opened('monthly')
    browser.server.on('subscribe', { body: { success: true, ...ACTIVE } })
    checkout.close()
    expect(phase()).toBe('closed')
    gateway.pays('pay_late')
    await expect.poll(() => finished).toEqual(['home'])
    expect(phases.slice(-4)).toEqual(['closed', 'confirming', 'confirmed', 'closed'])
    expect(browser.server.of('subscribe')).toMatchObject([
      { params: ['monthly'], body: { paymentId: 'pay_late' } },
    ])
  })

  it('shows the id of a payment that succeeds afterwards and cannot be confirmed', async () => {
    const { gateway, checkout, browser } = await opened('monthly')
    browser.server.on('subscribe', lostConnection)
    checkout.close()
    gateway.pays('pay_late')
    await expect
      .poll(() => checkout.getState())
      .toMatchObject({ phase: 'unconfirmed', paymentId: 'pay_late' })
  })

  it('reports a payment that fails afterwards, and stays closed', async () => {
    const { gateway, checkout, toast, phase } = await opened('monthly')
    checkout.close()
    gateway.fails('GATEWAY_ERROR')
    expect(toast()).toMatchObject({ title: 'Payment Failed' })
    expect(phase()).toBe('closed')
  })

  it('stays closed when the card page is dismissed', async () => {
    const { gateway, checkout, phase } = await opened('monthly')
    checkout.close()
    gateway.isDismissed()
    expect(phase()).toBe('closed')
  })

  it('confirms the first payment, instead of a second one, when it succeeds while another plan is open', async () => {
    const { gateway, checkout, browser, finished } = await opened('monthly')
    const first = gateway.options()
    browser.server.on('subscribe', { body: { success: true, ...ACTIVE } })
    checkout.close()
    await checkout.choose(plan('annual'), currency('INR'))
    // Choosing a plan closes the page of the first order before a second one can open.
    expect(gateway.seen.closed).toBe(1)
    await checkout.pay()
    first?.handler({ razorpay_payment_id: 'pay_first' })
    await expect.poll(() => finished).toEqual(['home'])
    expect(browser.server.of('subscribe')).toMatchObject([
      { params: ['monthly'], body: { paymentId: 'pay_first' } },
    ])
    expect(gateway.seen.closed).toBe(2)
  })

  it('posts nothing once another member has logged in', async () => {
    const { gateway, checkout, browser, phase } = await opened('monthly')
    checkout.close()
    browser.server.on('login', { body: { token: 'token-2', user: aUser({ displayName: 'Ben' }) } })
    await browser.services.session.login({ userName: 'ben@example.com', password: 'Secret-pass1!' })
    gateway.pays('pay_late')
    expect(phase()).toBe('closed')
    expect(browser.server.of('subscribe')).toEqual([])
  })
})

describe('a plans page left while the card page is open', () => {
  it('reports a payment that succeeds afterwards, without navigating', async () => {
    const { gateway, leaveScreen, browser, finished, toast } = await opened('monthly')
    browser.server.on('subscribe', { body: { success: true, ...ACTIVE } })
    leaveScreen()
    gateway.pays('pay_late')
    await expect.poll(() => finished).toEqual(['refreshed'])
    expect(toast()).toMatchObject({ title: 'Payment confirmed' })
  })

  // covers: 4.9-failure-names-the-payment
  it('shows the id of a payment that cannot be confirmed', async () => {
    const { gateway, leaveScreen, browser, toast } = await opened('monthly')
    browser.server.on('subscribe', lostConnection)
    leaveScreen()
    gateway.pays('pay_late')
    await expect.poll(toast).toMatchObject({
      title: 'Your payment is not confirmed yet',
      description: expect.stringMatching(
        /wait up to 5 minutes.*contact support with the payment ID pay_late/,
      ),
    })
  })
})
