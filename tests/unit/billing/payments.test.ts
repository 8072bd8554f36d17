import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayments } from '#server/domains/billing/payments.ts'
import { ProviderFailure } from '#server/domains/billing/providers/provider.ts'
import { createSubscription } from '#server/domains/billing/subscription.ts'
import { openTill, paymentOf, type Till } from '../../kit/till.ts'

const DAY = 24 * 60 * 60_000
const code = (expected: string) => expect.objectContaining({ code: expected })

let till: Till
beforeAll(async () => {
  till = await openTill()
})
beforeEach(() => till.forget())
afterAll(() => till.close())

describe('what a member asks about a payment', () => {
  const payments = () => createPayments(till)

  it('is answered to its payer alone, also before the payment is in the ledger', async () => {
    const order = await till.order(await till.member(), 'daily')
    const payment = paymentOf(order)
    till.tell(order, [payment])
    till.razorpay.paymentOrders.set(payment.id, order.providerOrderId)
    const stranger = await till.member()
    for (const ask of [payments().status, payments().capture])
      await expect(ask(stranger, payment.id)).rejects.toEqual(code('NOT_FOUND'))
    expect(await payments().status(order.userId, payment.id)).toEqual({
      premiumActivated: true,
      status: 'completed',
      message: 'Your payment is complete and premium is active.',
    })
    await expect(payments().status(stranger, payment.id)).rejects.toEqual(code('NOT_FOUND'))
    await expect(payments().status(order.userId, 'pay-unknown')).rejects.toEqual(code('NOT_FOUND'))
    till.razorpay.paymentOrders.set('pay-elsewhere', 'order-unknown')
    await expect(payments().status(order.userId, 'pay-elsewhere')).rejects.toEqual(code('NOT_FOUND'))
  })

  it('takes an authorised payment only when capture is asked for', async () => {
    const order = await till.order(await till.member(), 'daily')
    const payment = paymentOf(order, { status: 'authorized' })
    till.tell(order, [payment], payment.id)
    till.razorpay.paymentOrders.set(payment.id, order.providerOrderId)
    expect(await payments().status(order.userId, payment.id)).toMatchObject({
      premiumActivated: false,
      status: 'authorized',
    })
    expect(await payments().capture(order.userId, payment.id)).toMatchObject({
      premiumActivated: true,
      status: 'completed',
    })
  })

  it('says that a payment of another amount bought nothing, and that a refunded one no longer counts', async () => {
    const [little, back] = [
      await till.order(await till.member(), 'daily'),
      await till.order(await till.member(), 'daily'),
    ]
    const part = paymentOf(little, { money: { amount: 1, currency: 'INR' } })
    till.tell(little, [part])
    till.razorpay.paymentOrders.set(part.id, little.providerOrderId)
    expect(await payments().status(little.userId, part.id)).toMatchObject({
      premiumActivated: false,
      message: expect.stringContaining('does not match the price'),
    })
    const payment = paymentOf(back)
    till.tell(back, [payment])
    await till.settle(back, { capture: false })
    till.tell(back, [{ ...payment, status: 'refunded' }])
    expect(await payments().status(back.userId, payment.id)).toMatchObject({
      premiumActivated: false,
      status: 'refunded',
    })
  })

  it('starts a subscription only for the plan that was paid, in full', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const payment = paymentOf(order, { status: 'pending' })
    till.tell(order, [payment])
    till.razorpay.paymentOrders.set(payment.id, order.providerOrderId)
    await expect(payments().subscribe(order.userId, 'annual', payment.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Weekly'),
    })
    await expect(payments().subscribe(order.userId, 'weekly', payment.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('processed'),
    })
    till.tell(order, [{ ...payment, status: 'authorized' }], payment.id)
    expect(await payments().subscribe(order.userId, 'weekly', payment.id)).toMatchObject({
      premiumActivated: true,
    })
  })

  it('takes an approved PayPal order by either of its ids, for its payer alone', async () => {
    for (const key of ['id', 'providerOrderId'] as const) {
      const order = await till.order(await till.member(), 'weekly', { currency: 'USD' })
      const payment = paymentOf(order, { status: 'pending' })
      till.tell(order, [payment], payment.id)
      await expect(payments().captureOrder(await till.member(), 'paypal', order[key])).rejects.toEqual(
        code('NOT_FOUND'),
      )
      expect(await payments().captureOrder(order.userId, 'paypal', order[key])).toEqual({ success: true })
    }
    const byCard = await till.order(await till.member(), 'weekly')
    await expect(payments().captureOrder(byCard.userId, 'paypal', byCard.id)).rejects.toEqual(
      code('NOT_FOUND'),
    )
    await expect(payments().captureOrder(byCard.userId, 'paypal', 'unknown')).rejects.toEqual(
      code('NOT_FOUND'),
    )
  })

  it('tells what PayPal refused, and fails when PayPal cannot be asked', async () => {
    const order = await till.order(await till.member(), 'weekly', { currency: 'USD' })
    expect(await payments().captureOrder(order.userId, 'paypal', order.id)).toMatchObject({
      success: false,
      error: expect.stringContaining('not approved'),
    })
    const first = paymentOf(order, { status: 'pending' })
    till.tell(order, [first], first.id)
    till.paypal.failures.capture = new ProviderFailure('paypal', 'capturing', 422, 'INSTRUMENT_DECLINED')
    expect(await payments().captureOrder(order.userId, 'paypal', order.id)).toMatchObject({
      success: false,
      error: expect.stringContaining('declined'),
    })
    till.paypal.failures.capture = new ProviderFailure('paypal', 'capturing', 500, null)
    await expect(payments().captureOrder(order.userId, 'paypal', order.id)).rejects.toBeInstanceOf(
      ProviderFailure,
    )
  })
})

describe('an order at PayPal with several payments', () => {
  it.each([
    ['in the order of their dates', 0, 1],
    ['in another order', 1, 0],
  ])('that were recorded %s is described by the latest', async (_, first, second) => {
    const order = await till.order(await till.member(), 'weekly', { currency: 'USD' })
    const byDate = [
      paymentOf(order, { status: 'pending', at: new Date(1_000) }),
      paymentOf(order, { status: 'failed', at: new Date(2_000) }),
    ]
    till.tell(
      order,
      [first, second].flatMap((index) => byDate[index] ?? []),
    )
    expect(await createPayments(till).captureOrder(order.userId, 'paypal', order.id)).toEqual({
      success: false,
      error: 'This payment failed. You were not charged.',
    })
  })
})

describe('a subscription', () => {
  const subscription = () => createSubscription(till)

  it('lasts until its end, also when it was cancelled', async () => {
    const premiumUntil = new Date(till.clock.now() + DAY)
    const userId = await till.member({ premiumUntil })
    const details = { isPremium: true, premiumValidity: premiumUntil.toISOString(), premiumCancelled: false }
    expect(await subscription().subscription(userId)).toEqual(details)
    for (const _ of [1, 2]) await subscription().cancel(userId)
    expect(till.emitted[0]).toEqual({ name: 'userChanged', event: { userId } })
    expect(await subscription().subscription(userId)).toEqual({ ...details, premiumCancelled: true })
  })

  it('that has ended, or never was, cannot be cancelled', async () => {
    const ended = await till.member({ premiumUntil: till.now(), premiumCancelled: true })
    for (const userId of [ended, await till.member()])
      await expect(subscription().cancel(userId)).rejects.toEqual(code('CONFLICT'))
    expect(await subscription().subscription(ended)).toEqual({
      isPremium: false,
      premiumValidity: till.now().toISOString(),
      premiumCancelled: false,
    })
    expect(await subscription().subscription(await till.member())).toMatchObject({ premiumValidity: null })
  })

  it('lists the member’s own payments, the latest first, a hundred at most', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const paid = Array.from({ length: 102 }, (_, index) =>
      paymentOf(order, { status: 'failed', at: new Date(1_000 * index) }),
    )
    till.tell(order, paid)
    await till.settle(order, { capture: false })
    const listed = await subscription().transactions(order.userId)
    expect(listed).toHaveLength(100)
    expect(listed[0]).toEqual({
      ...{ id: listed[0]?.id, status: 'failed', description: 'Weekly', type: 'subscription' },
      ...{ date: new Date(101_000).toISOString(), amount: 49_900, currency: 'INR' },
    })
    expect(listed.at(-1)?.date).toBe(new Date(2_000).toISOString())
    expect(await subscription().transactions(await till.member())).toEqual([])
  })

  it('lists payments by their date, not by when they were recorded', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const [early, late] = [
      paymentOf(order, { at: new Date(1_000) }),
      paymentOf(order, { at: new Date(2_000) }),
    ]
    till.tell(order, [late, early])
    await till.settle(order, { capture: false })
    const listed = await subscription().transactions(order.userId)
    expect(listed.map(({ date }) => date)).toEqual([late.at.toISOString(), early.at.toISOString()])
  })

  it('lists payments of one moment in a fixed order, the last recorded first', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const states = ['pending', 'failed', 'authorized', 'completed'] as const
    for (const status of states) {
      till.tell(order, [paymentOf(order, { status, at: new Date(1_000) })])
      await till.settle(order, { capture: false })
    }
    const listed = await subscription().transactions(order.userId)
    expect(listed.map(({ status }) => status)).toEqual(states.toReversed())
  })
})
