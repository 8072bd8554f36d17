import { describe, expect, it } from 'vitest'
import { checkPayment } from '#web/state/payments/check-payment.ts'
import { confirmPayment } from '#web/state/payments/confirm-checkout.ts'
import { failureText, givenReason, mayRetry } from '#web/state/payments/payment-errors.ts'
import { currency, opened, PAYPAL_ORDER, plan, setUp } from './checkout-kit.ts'
import { lostConnection, signedIn } from './kit.ts'

const status = (premiumActivated: boolean, name: string) => ({
  body: { premiumActivated, status: name, message: `It is ${name}.` },
})
const capture = (success: 'true' | 'false') => ({ body: { success, message: 'Captured.' } })

describe('checking an earlier payment', () => {
  it.each([
    [status(true, 'completed'), 'active', 'It is completed.'],
    [status(false, 'pending'), 'undecided', 'It is pending.'],
    [status(false, 'failed'), 'over', 'It is failed.'],
    [status(false, 'refunded'), 'over', 'It is refunded.'],
    [lostConnection(), 'undecided', 'We could not check this payment. Please try again in a minute.'],
  ])('answered %j returns %s', async (answer, outcome, message) => {
    const { services, server } = await signedIn()
    server.on('getPaymentStatus', answer)
    expect(await checkPayment(services.api, 'pay_1')).toEqual({ outcome, message })
    expect(server.of('getPaymentStatus')[0]?.params).toEqual(['pay_1'])
    expect(server.of('capturePayment')).toEqual([])
  })

  it.each([
    ['true', 'active'],
    ['false', 'undecided'],
  ] as const)(
    'captures a payment that the bank has approved: success %s returns %s',
    async (success, outcome) => {
      const { services, server } = await signedIn()
      server.on('getPaymentStatus', status(false, 'authorized'))
      server.on('capturePayment', capture(success))
      expect(await checkPayment(services.api, 'pay_1')).toEqual({ outcome, message: 'Captured.' })
      expect(server.of('capturePayment')[0]?.params).toEqual(['pay_1'])
    },
  )
})

describe('a payment of the daily pass', () => {
  async function confirmed(answer: Parameters<Awaited<ReturnType<typeof signedIn>>['server']['on']>[1]) {
    const { services, server } = await signedIn()
    server.on('getPaymentStatus', answer)
    const waits: number[] = []
    const wait = async (milliseconds: number) => void waits.push(milliseconds)
    const isActive = await confirmPayment(
      { api: services.api, wait },
      { plan: plan('daily'), paymentId: 'pay_1', first: false },
    )
    return { isActive, waits, captures: server.of('capturePayment').length }
  }

  it('does not count as confirmed, and is not captured, while it is pending or after it failed', async () => {
    for (const name of ['pending', 'failed', 'refunded'])
      expect(await confirmed(status(false, name))).toEqual({ isActive: false, waits: [], captures: 0 })
  })

  it('counts as confirmed without a capture when premium is active', async () => {
    expect(await confirmed(status(true, 'completed'))).toEqual({ isActive: true, waits: [], captures: 0 })
  })

  it('does not count as confirmed when the server cannot be reached', async () => {
    expect(await confirmed(lostConnection())).toEqual({ isActive: false, waits: [], captures: 0 })
  })
})

describe('a payment without an id', () => {
  it('shows a toast when it succeeds after the dialog was closed, and the dialog stays closed', async () => {
    const { checkout, gateway, toast, phase } = await opened('monthly')
    checkout.close()
    gateway.paysWithoutId()
    expect(toast()).toMatchObject({ title: 'Payment Error', description: 'Payment ID not received' })
    expect(phase()).toBe('closed')
  })
})

describe('a failure without a code', () => {
  it('shows the fallback text, and cannot be retried', () => {
    expect(failureText(undefined)).toBe(
      'Your payment could not be processed. Please try again or use a different payment method.',
    )
    expect(mayRetry(undefined, 0)).toBe(false)
    expect(['GATEWAY_ERROR', 'NETWORK_ERROR', 'SERVER_ERROR'].map((code) => mayRetry(code, 1))).toEqual([
      true,
      true,
      true,
    ])
    expect([mayRetry('GATEWAY_ERROR', 2), mayRetry('BAD_REQUEST_ERROR', 0)]).toEqual([false, false])
  })

  it('shows a reason only if there is one, up to 200 characters', () => {
    expect([undefined, '', '  '].map(givenReason)).toEqual([null, null, null])
    expect(givenReason(' Card declined ')).toBe('Reason given: Card declined')
    expect(givenReason('x'.repeat(201))).toBe(`Reason given: ${'x'.repeat(199)}…`)
  })
})

describe('a checkout', () => {
  it('starts once when a plan is chosen repeatedly', async () => {
    const { checkout, browser } = await opened('monthly')
    await checkout.choose(plan('weekly'), currency('INR'))
    expect(browser.server.of('createSimpleOrder')).toHaveLength(1)
    expect(checkout.getState()).toMatchObject({ plan: { id: 'monthly' } })
  })

  it('loads no card page for a currency of PayPal', async () => {
    const browser = await signedIn()
    let loaded = 0
    const load = () => {
      loaded += 1
      return Promise.reject(new Error('not wanted'))
    }
    const { checkout, phases } = setUp(browser, { load })
    browser.server.on('createSimpleOrder', { body: PAYPAL_ORDER })
    await checkout.choose(plan('weekly'), currency('USD'))
    expect([loaded, phases]).toEqual([0, ['preparing', 'approving']])
  })
})
