import { describe, expect, it } from 'vitest'
import type { CardCheckoutClass } from '#web/data/card-checkout.ts'
import { ACTIVE, currency, opened, plan, setUp } from './checkout-kit.ts'
import { lostConnection, refusal, signedIn } from './kit.ts'

describe('the gateway', () => {
  // covers: 9-checkout-timeout
  it('receives the order, ten minutes and the blue theme', async () => {
    const { gateway, phase } = await opened()
    expect(gateway.options()).toMatchObject({
      key: 'rzp_test_x',
      order_id: 'order_1',
      timeout: 600,
      theme: { color: '#2563eb' },
      retry: { enabled: false },
      prefill: { name: 'Anika', email: 'anika@example.com', contact: '+919822012345' },
    })
    expect(phase()).toBe('processing')
  })

  // covers: 4.9-closing-resets
  it('leaves the dialog ready after the member dismissed it', async () => {
    const { gateway, checkout, phase } = await opened()
    gateway.isDismissed()
    expect(phase()).toBe('ready')
    await checkout.pay()
    expect(gateway.seen.opened).toBe(2)
  })

  // covers: 8.2-gateway-not-opened
  it('reports that it cannot be opened', async () => {
    const Broken: CardCheckoutClass = class {
      on() {}
      close() {}
      open() {
        throw new Error('no')
      }
    }
    const { checkout, toast, phase } = setUp(await signedIn(), { load: async () => Broken })
    await checkout.choose(plan('weekly'), currency('INR'))
    await checkout.pay()
    expect(toast()).toMatchObject({
      title: 'Payment Error',
      description: 'Failed to open payment gateway. Please try again.',
    })
    expect(phase()).toBe('closed')
  })

  // covers: 4.9-three-attempts, 8.3-retryable-codes, 9-payment-attempts
  it.each([
    ['GATEWAY_ERROR', 'Payment gateway error. Please try a different payment method or bank.'],
    ['NETWORK_ERROR', 'Network connection issue. Please check your internet connection and try again.'],
    ['SERVER_ERROR', 'Payment service temporarily unavailable. Please try again in a few minutes.'],
  ])('allows three attempts after %s', async (code, text) => {
    const { gateway, checkout, toast, phase } = await opened()
    for (const retries of [1, 2]) {
      gateway.fails(code)
      expect(checkout.getState()).toMatchObject({ phase: 'ready', retries, problem: { text, reason: null } })
      expect(toast()).toMatchObject({ title: 'Payment Failed', description: text })
      await checkout.pay()
    }
    gateway.fails(code)
    expect(phase()).toBe('closed')
    expect(toast()).toMatchObject({ title: 'Payment Failed', description: text })
    expect(gateway.seen).toEqual({ opened: 3, closed: 3 })
  })

  // covers: 8.3-final-codes
  it.each([
    ['BAD_REQUEST_ERROR', 'Invalid payment details. Please refresh the page and try again.'],
    [
      'SOMETHING_ELSE',
      'Your payment could not be processed. Please try again or use a different payment method.',
    ],
  ])('closes the dialog after %s', async (code, text) => {
    const { gateway, toast, phase } = await opened()
    gateway.fails(code)
    expect(phase()).toBe('closed')
    expect(toast()).toMatchObject({ title: 'Payment Failed', description: text })
  })

  // covers: 8.3-reason-of-the-bank
  it('shows the bank’s reason below the text of a failure', async () => {
    const { gateway, checkout, toast } = await opened()
    gateway.fails('GATEWAY_ERROR', 'The bank of the card did not answer.')
    const text = 'Payment gateway error. Please try a different payment method or bank.'
    const reason = 'Reason given: The bank of the card did not answer.'
    expect(checkout.getState()).toMatchObject({ phase: 'ready', problem: { text, reason } })
    expect(toast()).toMatchObject({ title: 'Payment Failed', description: `${text}\n${reason}` })
    await checkout.pay()
    gateway.fails('BAD_REQUEST_ERROR', 'Payment was declined by the bank.')
    expect(toast()?.description).toBe(
      'Invalid payment details. Please refresh the page and try again.\nReason given: Payment was declined by the bank.',
    )
  })

  it('reports one outcome; later calls change nothing', async () => {
    const { gateway, checkout, phase } = await opened()
    gateway.fails('GATEWAY_ERROR')
    gateway.isDismissed()
    gateway.fails('BAD_REQUEST_ERROR')
    expect(phase()).toBe('ready')
    checkout.close()
    gateway.pays()
    expect(phase()).toBe('closed')
  })

  // covers: 5-payment-id-missing
  it('reports a payment without an id', async () => {
    const { gateway, toast } = await opened()
    gateway.paysWithoutId()
    expect(toast()).toMatchObject({ title: 'Payment Error', description: 'Payment ID not received' })
  })
})

describe('a payment', () => {
  // covers: 4.9-daily-status, 9-redirect-times
  it('waits three seconds for its check when it is for a day, then leads home', async () => {
    const { gateway, browser, waits, finished, phases } = await opened('daily')
    browser.server.on('getPaymentStatus', { body: ACTIVE })
    gateway.pays()
    await expect.poll(() => finished).toEqual(['home'])
    expect(waits[0]).toBe(3000)
    expect(phases.slice(-3)).toEqual(['confirming', 'confirmed', 'closed'])
    expect(browser.server.of('getPaymentStatus')[0]?.params).toEqual(['pay_1'])
  })

  // covers: 4.9-authorized-is-captured
  it('needs a capture when it is for a day and only authorised', async () => {
    const { gateway, browser, finished } = await opened('daily')
    browser.server.on('getPaymentStatus', {
      body: { premiumActivated: false, status: 'authorized', message: '' },
    })
    browser.server.on('capturePayment', { body: { success: 'true', message: '' } })
    gateway.pays()
    await expect.poll(() => finished).toEqual(['home'])
  })

  // covers: 4.9-subscriptions-post-the-payment
  it('goes to its plan when it is for a subscription', async () => {
    const { gateway, browser, finished } = await opened('monthly')
    browser.server.on('subscribe', { body: { success: true, ...ACTIVE } })
    gateway.pays()
    await expect.poll(() => finished).toEqual(['home'])
    expect(browser.server.of('subscribe')[0]).toMatchObject({
      params: ['monthly'],
      body: { paymentId: 'pay_1' },
    })
  })

  // covers: 4.9-failure-names-the-payment
  it.each([
    ['refused', refusal(409, 'CONFLICT', 'This payment failed.')],
    ['unanswered', lostConnection],
  ] as const)('shows its id when it is %s, and can be checked again', async (_, answer) => {
    const { gateway, browser, checkout, finished, phase } = await opened('monthly')
    browser.server.on('subscribe', answer)
    gateway.pays('pay_lost')
    await expect.poll(phase).toBe('unconfirmed')
    expect(checkout.getState()).toMatchObject({ paymentId: 'pay_lost' })
    browser.server.on('subscribe', { body: { success: true, ...ACTIVE } })
    await checkout.confirmAgain()
    expect(finished).toEqual(['home'])
  })
})
