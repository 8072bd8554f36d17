import { beforeEach, describe, expect, it } from 'vitest'
import { captureOrder } from '#server/domains/billing/capture-order.ts'
import { settlePayment, subscribe } from '#server/domains/billing/payments.ts'
import { ProviderFailure } from '#server/domains/billing/providers/provider.ts'
import { cancelPremium, listTransactions, readSubscription } from '#server/domains/billing/subscription.ts'
import { openTestBilling, paymentOf } from '../../kit/test-billing.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const code = (expected: string) => expect.objectContaining({ code: expected })

const kit = useStarted(openTestBilling)
beforeEach(() => kit.forget())

describe('a payment query', () => {
  const status = (userId: string, paymentId: string) =>
    settlePayment(kit, userId, paymentId, { capture: false })
  const capture = (userId: string, paymentId: string) =>
    settlePayment(kit, userId, paymentId, { capture: true })

  it('answers the payer only, even before the payment is recorded', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(order)
    kit.tell(order, [payment])
    kit.razorpay.paymentOrders.set(payment.id, order.providerOrderId)
    const stranger = await kit.member()
    for (const ask of [status, capture])
      await expect(ask(stranger, payment.id)).rejects.toEqual(code('NOT_FOUND'))
    expect(await status(order.userId, payment.id)).toEqual({
      premiumActivated: true,
      status: 'completed',
      message: 'Your payment is complete and premium is active.',
    })
    await expect(status(stranger, payment.id)).rejects.toEqual(code('NOT_FOUND'))
    await expect(status(order.userId, 'pay-unknown')).rejects.toEqual(code('NOT_FOUND'))
    kit.razorpay.paymentOrders.set('pay-elsewhere', 'order-unknown')
    await expect(status(order.userId, 'pay-elsewhere')).rejects.toEqual(code('NOT_FOUND'))
  })

  it('captures an authorised payment only on a capture request', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(order, { status: 'authorized' })
    kit.tell(order, [payment], payment.id)
    kit.razorpay.paymentOrders.set(payment.id, order.providerOrderId)
    expect(await status(order.userId, payment.id)).toMatchObject({
      premiumActivated: false,
      status: 'authorized',
    })
    expect(await capture(order.userId, payment.id)).toMatchObject({
      premiumActivated: true,
      status: 'completed',
    })
  })

  it('reports that a payment of another amount bought nothing, and that a refunded one no longer counts', async () => {
    const [little, back] = [
      await kit.order(await kit.member(), 'daily'),
      await kit.order(await kit.member(), 'daily'),
    ]
    const part = paymentOf(little, { money: { amount: 1, currency: 'INR' } })
    kit.tell(little, [part])
    kit.razorpay.paymentOrders.set(part.id, little.providerOrderId)
    expect(await status(little.userId, part.id)).toMatchObject({
      premiumActivated: false,
      message: expect.stringContaining('does not match the price'),
    })
    const payment = paymentOf(back)
    kit.tell(back, [payment])
    await kit.settle(back, { capture: false })
    kit.tell(back, [{ ...payment, status: 'refunded' }])
    expect(await status(back.userId, payment.id)).toMatchObject({
      premiumActivated: false,
      status: 'refunded',
    })
  })

  it('starts a subscription only for the plan that was paid in full', async () => {
    const order = await kit.order(await kit.member(), 'weekly')
    const payment = paymentOf(order, { status: 'pending' })
    kit.tell(order, [payment])
    kit.razorpay.paymentOrders.set(payment.id, order.providerOrderId)
    await expect(subscribe(kit, order.userId, 'annual', payment.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Weekly'),
    })
    await expect(subscribe(kit, order.userId, 'weekly', payment.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('processed'),
    })
    kit.tell(order, [{ ...payment, status: 'authorized' }], payment.id)
    expect(await subscribe(kit, order.userId, 'weekly', payment.id)).toMatchObject({
      premiumActivated: true,
    })
  })

  it('captures an approved PayPal order by either of its ids, for its payer only', async () => {
    for (const key of ['id', 'providerOrderId'] as const) {
      const order = await kit.order(await kit.member(), 'weekly', { currency: 'USD' })
      const payment = paymentOf(order, { status: 'pending' })
      kit.tell(order, [payment], payment.id)
      await expect(captureOrder(kit, await kit.member(), 'paypal', order[key])).rejects.toEqual(
        code('NOT_FOUND'),
      )
      expect(await captureOrder(kit, order.userId, 'paypal', order[key])).toEqual({ success: true })
    }
    const byCard = await kit.order(await kit.member(), 'weekly')
    await expect(captureOrder(kit, byCard.userId, 'paypal', byCard.id)).rejects.toEqual(code('NOT_FOUND'))
    await expect(captureOrder(kit, byCard.userId, 'paypal', 'unknown')).rejects.toEqual(code('NOT_FOUND'))
  })

  it("returns PayPal's refusal, and fails during an outage of PayPal", async () => {
    const order = await kit.order(await kit.member(), 'weekly', { currency: 'USD' })
    expect(await captureOrder(kit, order.userId, 'paypal', order.id)).toMatchObject({
      success: false,
      error: { english: expect.stringContaining('not approved'), values: { provider: 'PayPal' } },
    })
    const first = paymentOf(order, { status: 'pending' })
    kit.tell(order, [first], first.id)
    kit.paypal.failures.capture = new ProviderFailure('paypal', 'capturing', 422, 'INSTRUMENT_DECLINED')
    expect(await captureOrder(kit, order.userId, 'paypal', order.id)).toMatchObject({
      success: false,
      error: { english: expect.stringContaining('declined'), values: { provider: 'PayPal' } },
    })
    kit.paypal.failures.capture = new ProviderFailure('paypal', 'capturing', 500, null)
    await expect(captureOrder(kit, order.userId, 'paypal', order.id)).rejects.toBeInstanceOf(ProviderFailure)
  })
})

describe('a PayPal order with several payments', () => {
  it.each([
    ['in the order of their dates', 0, 1],
    ['in another order', 1, 0],
  ])('shows the latest when they were recorded %s', async (_, first, second) => {
    const order = await kit.order(await kit.member(), 'weekly', { currency: 'USD' })
    const byDate = [
      paymentOf(order, { status: 'pending', at: new Date(1_000) }),
      paymentOf(order, { status: 'failed', at: new Date(2_000) }),
    ]
    kit.tell(
      order,
      [first, second].flatMap((index) => byDate[index] ?? []),
    )
    expect(await captureOrder(kit, order.userId, 'paypal', order.id)).toEqual({
      success: false,
      error: 'This payment failed. You were not charged.',
    })
  })
})

describe('a subscription', () => {
  it('lasts until its end, even when it was cancelled', async () => {
    const premiumUntil = new Date(kit.clock.now() + DAY)
    const userId = await kit.member({ premiumUntil })
    const details = { isPremium: true, premiumValidity: premiumUntil.toISOString(), premiumCancelled: false }
    expect(await readSubscription(kit, userId)).toEqual(details)
    for (const _ of [1, 2]) await cancelPremium(kit, userId)
    expect(kit.emitted[0]).toEqual({ name: 'userChanged', event: { userId } })
    expect(await readSubscription(kit, userId)).toEqual({ ...details, premiumCancelled: true })
  })

  it('cannot be cancelled when it has ended or never existed', async () => {
    const ended = await kit.member({ premiumUntil: kit.now(), premiumCancelled: true })
    for (const userId of [ended, await kit.member()])
      await expect(cancelPremium(kit, userId)).rejects.toEqual(code('CONFLICT'))
    expect(await readSubscription(kit, ended)).toEqual({
      isPremium: false,
      premiumValidity: kit.now().toISOString(),
      premiumCancelled: false,
    })
    expect(await readSubscription(kit, await kit.member())).toMatchObject({ premiumValidity: null })
  })

  it("lists the member's own payments, the latest first, a hundred at most", async () => {
    const order = await kit.order(await kit.member(), 'weekly')
    const paid = Array.from({ length: 102 }, (_, index) =>
      paymentOf(order, { status: 'failed', at: new Date(1_000 * index) }),
    )
    kit.tell(order, paid)
    await kit.settle(order, { capture: false })
    const listed = await listTransactions(kit, order.userId)
    expect(listed).toHaveLength(100)
    expect(listed[0]).toEqual({
      id: listed[0]?.id,
      status: 'failed',
      description: 'Weekly',
      type: 'subscription',
      date: new Date(101_000).toISOString(),
      amount: 49_900,
      currency: 'INR',
    })
    expect(listed.at(-1)?.date).toBe(new Date(2_000).toISOString())
    expect(await listTransactions(kit, await kit.member())).toEqual([])
  })

  it('lists payments by their date, not by the time of recording', async () => {
    const order = await kit.order(await kit.member(), 'weekly')
    const [early, late] = [
      paymentOf(order, { at: new Date(1_000) }),
      paymentOf(order, { at: new Date(2_000) }),
    ]
    kit.tell(order, [late, early])
    await kit.settle(order, { capture: false })
    const listed = await listTransactions(kit, order.userId)
    expect(listed.map(({ date }) => date)).toEqual([late.at.toISOString(), early.at.toISOString()])
  })

  it('lists payments of the same time in a fixed order, the last recorded first', async () => {
    const order = await kit.order(await kit.member(), 'weekly')
    const states = ['pending', 'failed', 'authorized', 'completed'] as const
    for (const status of states) {
      kit.tell(order, [paymentOf(order, { status, at: new Date(1_000) })])
      await kit.settle(order, { capture: false })
    }
    const listed = await listTransactions(kit, order.userId)
    expect(listed.map(({ status }) => status)).toEqual(states.toReversed())
  })
})
