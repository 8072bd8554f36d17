import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assertNoEarlierPayment } from '#server/billing/earlier-payments.ts'
import { createOrder } from '#server/billing/orders.ts'
import { createPayments } from '#server/billing/payments.ts'
import { ProviderFailure } from '#server/billing/providers/provider.ts'
import { createReconciliation } from '#server/billing/reconcile.ts'
import { providerNamed } from '#server/billing/settle.ts'
import { createSubscription } from '#server/billing/subscription.ts'
import { createWebhooks } from '#server/billing/webhooks.ts'
import { openTill, paymentOf, type Till } from '../../kit/till.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const code = (expected: string) => expect.objectContaining({ code: expected })

let till: Till
beforeAll(async () => {
  till = await openTill()
})
beforeEach(() => {
  till.announced.length = 0
  for (const provider of [till.razorpay, till.paypal]) {
    Object.assign(provider, { notice: null })
    Object.assign(provider.failures, { order: undefined, capture: undefined })
    for (const list of [provider.created, provider.captured]) list.length = 0
  }
})
afterAll(() => till.close())

const now = () => new Date(till.clock.now())
const premiumOf = async (userId: string) =>
  (await till.database.prisma.user.findUniqueOrThrow({ where: { id: userId } })).premiumUntil
type Order = Awaited<ReturnType<Till['order']>>
/** What the provider answers about an order from now on. */
const told = (order: Order, payments: ReturnType<typeof paymentOf>[], promise: string | null = null) =>
  till[order.provider].orders.set(order.providerOrderId, { payments, promise })

describe('settling an order', () => {
  it('announces what was given, and that the member changed', async () => {
    const userId = await till.member()
    const order = await till.order(userId, 'daily')
    told(order, [paymentOf(order)])
    expect(await till.settle(order, { capture: false })).toMatchObject({ status: 'paid' })
    expect(till.announced).toEqual([
      { name: 'premiumGranted', fact: expect.objectContaining({ userId, plan: 'daily' }) },
      { name: 'userChanged', fact: { userId } },
    ])
    till.announced.length = 0
    await till.settle(order, { capture: false })
    expect(till.announced).toEqual([])
  })

  it('takes what was promised when it may, for the amount of the order', async () => {
    const userId = await till.member()
    const order = await till.order(userId, 'weekly')
    const payment = paymentOf(order, { status: 'authorized' })
    told(order, [payment], payment.id)
    expect(await till.settle(order, { capture: false })).toMatchObject({ status: 'authorized' })
    expect(till.razorpay.captured).toEqual([])
    expect(await till.settle(order, { capture: true })).toMatchObject({ status: 'paid' })
    expect(till.razorpay.captured).toEqual([
      [order.providerOrderId, payment.id, { amount: 49_900, currency: 'INR' }],
    ])
    expect(await premiumOf(userId)).not.toBeNull()
    await till.settle(order, { capture: true })
    expect(till.razorpay.captured).toHaveLength(1)
  })

  it('fails with the provider’s refusal, after it was written down', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const payment = paymentOf(order, { status: 'authorized' })
    told(order, [payment], payment.id)
    const refusal = new ProviderFailure('razorpay', 'capturing', 400, 'declined')
    till.razorpay.failures.capture = refusal
    await expect(till.settle(order, { capture: true })).rejects.toBe(refusal)
    expect(await till.database.prisma.order.findUnique({ where: { id: order.id } })).toMatchObject({
      status: 'authorized',
    })
    till.razorpay.failures.capture = new TypeError('a mistake of ours')
    await expect(till.settle(order, { capture: true })).rejects.toBeInstanceOf(TypeError)
  })

  it('does not fail when the money was taken in spite of a refusal', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const [promised, paid] = [paymentOf(order, { status: 'authorized' }), paymentOf(order)]
    told(order, [promised, paid], promised.id)
    till.razorpay.failures.capture = new ProviderFailure('razorpay', 'capturing', 400, 'taken')
    expect(await till.settle(order, { capture: true })).toMatchObject({ status: 'paid' })
  })

  it('treats a reversed payment as refunded, and only that one', async () => {
    const userId = await till.member()
    const order = await till.order(userId, 'weekly')
    const [payment, other] = [paymentOf(order), paymentOf(order, { status: 'failed' })]
    told(order, [payment, other])
    await till.settle(order, { capture: false })
    till.announced.length = 0
    const settled = await till.settle(order, { capture: false, reversedPaymentId: payment.id })
    expect(settled.transactions.map(({ status }) => status).sort()).toEqual(['failed', 'refunded'])
    expect(await premiumOf(userId)).toEqual(now())
    expect(till.announced).toEqual([{ name: 'userChanged', fact: { userId } }])
  })

  it('needs a provider that is configured', () => {
    expect(() => providerNamed({ razorpay: null, paypal: till.paypal }, 'razorpay')).toThrow(
      code('UNAVAILABLE'),
    )
    expect(providerNamed(till.providers, 'paypal')).toBe(till.paypal)
  })
})

describe('an order', () => {
  const order = (userId: string, asked: { amount: number; currency: string }) =>
    createOrder(till, userId, asked, 'https://rapport.example')

  it('in rupees is made at Razorpay, and stored before its id leaves', async () => {
    const userId = await till.member()
    const made = await order(userId, { amount: 149_900, currency: 'INR' })
    expect(till.razorpay.created).toEqual([
      {
        reference: made.id,
        charge: { amount: 149_900, currency: 'INR' },
        description: 'Monthly',
        origin: 'https://rapport.example',
      },
    ])
    expect(made).toEqual({
      ...{
        id: made.id,
        orderId: `razorpay-${made.id}`,
        amount: 149_900,
        currency: 'INR',
        paymentProvider: 'razorpay',
      },
    })
    expect(await till.database.prisma.order.findUnique({ where: { id: made.id } })).toMatchObject({
      ...{
        userId,
        provider: 'razorpay',
        providerOrderId: made.orderId,
        plan: 'monthly',
        amount: 149_900,
        currency: 'INR',
      },
      ...{ chargedAmount: 149_900, chargedCurrency: 'INR', status: 'created', created: now() },
      nextCheck: new Date(till.clock.now() + 5 * 60_000),
    })
  })

  it('in another currency is made at PayPal, in dollars where PayPal does not take the currency', async () => {
    const userId = await till.member()
    const inDollars = await order(userId, { amount: 599, currency: 'USD' })
    expect(inDollars).toMatchObject({
      paymentProvider: 'paypal',
      approveUrl: `https://paypal.example/${inDollars.id}`,
    })
    expect(inDollars).not.toHaveProperty('charged')
    const inDirhams = await order(await till.member(), { amount: 2_196, currency: 'AED' })
    expect(inDirhams).toMatchObject({
      amount: 2_196,
      currency: 'AED',
      charged: { amount: 599, currency: 'USD' },
    })
    expect(await till.database.prisma.order.findUnique({ where: { id: inDirhams.id } })).toMatchObject({
      ...{ amount: 2_196, currency: 'AED', chargedAmount: 599, chargedCurrency: 'USD' },
    })
  })

  it('is refused for any other amount or currency', async () => {
    const userId = await till.member()
    for (const asked of [
      { amount: 49_899, currency: 'INR' },
      { amount: 0, currency: 'INR' },
      { amount: 599, currency: 'INR' },
    ])
      await expect(order(userId, asked)).rejects.toMatchObject({
        code: 'INVALID',
        fields: { amount: 'Invalid plan amount' },
      })
    await expect(order(userId, { amount: 599, currency: 'XXX' })).rejects.toMatchObject({
      code: 'INVALID',
      fields: { currency: 'Unknown currency' },
    })
    expect(await till.database.prisma.order.count({ where: { userId } })).toBe(0)
  })
})

describe('an earlier payment', () => {
  const check = (userId: string) => assertNoEarlierPayment(till, userId)
  const refused = async (userId: string, message: RegExp) => {
    const error = await check(userId).catch((reason) => reason)
    expect(error).toMatchObject({ code: 'EARLIER_PAYMENT', message: expect.stringMatching(message) })
    return error.paymentId
  }

  it('that is undecided stops another', async () => {
    for (const status of ['pending', 'authorized'] as const) {
      const order = await till.order(await till.member(), 'daily')
      const payment = paymentOf(order, { status, at: now() })
      told(order, [payment])
      expect(await refused(order.userId, /still being processed/)).toBe(payment.id)
    }
  })

  it('that turns out to be complete stops another, and premium is given', async () => {
    const order = await till.order(await till.member(), 'daily')
    const payment = paymentOf(order)
    told(order, [payment])
    expect(await refused(order.userId, /just been completed/)).toBe(payment.id)
    expect(await premiumOf(order.userId)).not.toBeNull()
    await check(order.userId)
  })

  it('that failed, was given back or was never tried stops nothing', async () => {
    for (const states of [['failed'], ['refunded'], []] as const) {
      const order = await till.order(await till.member(), 'daily')
      told(
        order,
        states.map((status) => paymentOf(order, { status })),
      )
      await expect(check(order.userId)).resolves.toBeUndefined()
    }
  })

  it('of another member stops nothing', async () => {
    const order = await till.order(await till.member(), 'daily')
    told(order, [paymentOf(order, { status: 'pending', at: now() })])
    await expect(check(await till.member())).resolves.toBeUndefined()
  })

  it.each([
    ['INR', HOUR],
    ['USD', 72 * HOUR],
  ])('in %s stops another for %i milliseconds', async (currency, holds) => {
    const isStopped = async (age: number) => {
      const created = new Date(till.clock.now() - age + 1)
      const order = await till.order(await till.member(), 'daily', { currency, created })
      told(order, [paymentOf(order, { status: 'pending', at: new Date(till.clock.now() - age) })])
      await till.settle(order, { capture: false })
      return check(order.userId).then(
        () => false,
        () => true,
      )
    }
    expect(await isStopped(holds - 1)).toBe(true)
    expect(await isStopped(holds)).toBe(false)
  })

  it('is asked about while its order is an hour old at most', async () => {
    const order = await till.order(await till.member(), 'daily', {
      created: new Date(till.clock.now() - HOUR),
    })
    told(order, [paymentOf(order, { at: now() })])
    await check(order.userId)
    const recent = await till.order(await till.member(), 'daily', {
      created: new Date(till.clock.now() - HOUR + 1),
    })
    told(recent, [paymentOf(recent, { at: now() })])
    await refused(recent.userId, /completed/)
  })

  it('stops another also when the provider refuses to take it, and not when it cannot be asked', async () => {
    const order = await till.order(await till.member(), 'daily')
    const payment = paymentOf(order, { status: 'authorized', at: now() })
    told(order, [payment], payment.id)
    for (const status of [400, 404, 422]) {
      till.razorpay.failures.capture = new ProviderFailure('razorpay', 'capturing', status, 'no')
      expect(await refused(order.userId, /processed/)).toBe(payment.id)
    }
    for (const status of [null, 500, 401]) {
      till.razorpay.failures.capture = new ProviderFailure('razorpay', 'capturing', status, 'no')
      await expect(check(order.userId)).rejects.toBeInstanceOf(ProviderFailure)
    }
  })

  it('at a provider that is no longer configured stops nothing', async () => {
    const order = await till.order(await till.member(), 'daily')
    told(order, [paymentOf(order, { status: 'pending', at: now() })])
    const providers = { razorpay: null, paypal: till.paypal }
    await expect(assertNoEarlierPayment({ ...till, providers }, order.userId)).resolves.toBeUndefined()
  })
})

describe('what a member asks about a payment', () => {
  const payments = () => createPayments(till)

  it('is answered to its payer alone, also before the payment is in the ledger', async () => {
    const order = await till.order(await till.member(), 'daily')
    const payment = paymentOf(order)
    told(order, [payment])
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
    told(order, [payment], payment.id)
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
    told(little, [part])
    till.razorpay.paymentOrders.set(part.id, little.providerOrderId)
    expect(await payments().status(little.userId, part.id)).toMatchObject({
      premiumActivated: false,
      message: expect.stringContaining('differs from the price'),
    })
    const payment = paymentOf(back)
    told(back, [payment])
    await till.settle(back, { capture: false })
    told(back, [{ ...payment, status: 'refunded' }])
    expect(await payments().status(back.userId, payment.id)).toMatchObject({
      premiumActivated: false,
      status: 'refunded',
    })
  })

  it('starts a subscription only for the plan that was paid, in full', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const payment = paymentOf(order, { status: 'pending' })
    told(order, [payment])
    till.razorpay.paymentOrders.set(payment.id, order.providerOrderId)
    await expect(payments().subscribe(order.userId, 'annual', payment.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Weekly'),
    })
    await expect(payments().subscribe(order.userId, 'weekly', payment.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('processed'),
    })
    told(order, [{ ...payment, status: 'authorized' }], payment.id)
    expect(await payments().subscribe(order.userId, 'weekly', payment.id)).toMatchObject({
      premiumActivated: true,
    })
  })

  it('takes an approved PayPal order by either of its ids, for its payer alone', async () => {
    for (const key of ['id', 'providerOrderId'] as const) {
      const order = await till.order(await till.member(), 'weekly', { currency: 'USD' })
      const payment = paymentOf(order, { status: 'pending' })
      told(order, [payment], payment.id)
      await expect(payments().capturePaypal(await till.member(), order[key])).rejects.toEqual(
        code('NOT_FOUND'),
      )
      expect(await payments().capturePaypal(order.userId, order[key])).toEqual({ success: true })
    }
    const byCard = await till.order(await till.member(), 'weekly')
    await expect(payments().capturePaypal(byCard.userId, byCard.id)).rejects.toEqual(code('NOT_FOUND'))
    await expect(payments().capturePaypal(byCard.userId, 'unknown')).rejects.toEqual(code('NOT_FOUND'))
  })

  it('tells what PayPal refused, and fails when PayPal cannot be asked', async () => {
    const order = await till.order(await till.member(), 'weekly', { currency: 'USD' })
    expect(await payments().capturePaypal(order.userId, order.id)).toMatchObject({
      success: false,
      error: expect.stringContaining('not approved'),
    })
    const [first, last] = [
      paymentOf(order, { status: 'pending', at: new Date(1_000) }),
      paymentOf(order, { status: 'failed', at: new Date(2_000) }),
    ]
    told(order, [last, first])
    expect(await payments().capturePaypal(order.userId, order.id)).toMatchObject({
      success: false,
      error: expect.stringContaining('failed'),
    })
    told(order, [first], first.id)
    till.paypal.failures.capture = new ProviderFailure('paypal', 'capturing', 422, 'INSTRUMENT_DECLINED')
    expect(await payments().capturePaypal(order.userId, order.id)).toMatchObject({
      success: false,
      error: expect.stringContaining('declined'),
    })
    till.paypal.failures.capture = new ProviderFailure('paypal', 'capturing', 500, null)
    await expect(payments().capturePaypal(order.userId, order.id)).rejects.toBeInstanceOf(ProviderFailure)
  })
})

describe('a webhook', () => {
  const receive = () => createWebhooks(till)('razorpay', 'raw', {})
  const notice = (order: Order | null, reversedPaymentId: string | null = null) => ({
    ...{ eventId: crypto.randomUUID(), providerOrderId: order?.providerOrderId ?? null, reversedPaymentId },
  })
  const handledOf = async () =>
    (
      await till.database.prisma.webhookEvent.findUnique({
        where: { provider_eventId: { provider: 'razorpay', eventId: till.razorpay.notice?.eventId ?? '' } },
      })
    )?.handled

  it('without its provider’s signature is refused and not remembered', async () => {
    const before = await till.database.prisma.webhookEvent.count()
    await expect(receive()).rejects.toEqual(code('INVALID'))
    expect(await till.database.prisma.webhookEvent.count()).toBe(before)
  })

  it('has its order settled once', async () => {
    const order = await till.order(await till.member(), 'daily')
    const payment = paymentOf(order, { status: 'authorized' })
    told(order, [payment], payment.id)
    till.razorpay.notice = notice(order)
    await receive()
    expect(await premiumOf(order.userId)).not.toBeNull()
    expect(await handledOf()).toEqual(now())
    told(order, [{ ...payment, status: 'refunded' }])
    await receive()
    expect(await premiumOf(order.userId)).not.toEqual(now())
  })

  it('whose handling failed is handled when it comes again', async () => {
    const order = await till.order(await till.member(), 'daily')
    told(order, [paymentOf(order)])
    till.razorpay.notice = notice(order)
    till.razorpay.failures.order = new ProviderFailure('razorpay', 'asking', null, null)
    await expect(receive()).rejects.toBeInstanceOf(ProviderFailure)
    expect(await handledOf()).toBeNull()
    Object.assign(till.razorpay.failures, { order: undefined })
    await receive()
    expect(await premiumOf(order.userId)).not.toBeNull()
  })

  it('about a reversal takes premium back', async () => {
    const order = await till.order(await till.member(), 'daily')
    const payment = paymentOf(order)
    told(order, [payment])
    await till.settle(order, { capture: false })
    till.razorpay.notice = notice(order, payment.id)
    await receive()
    expect(await premiumOf(order.userId)).toEqual(now())
  })

  it('about no order of ours, or of the other provider, changes nothing and is handled', async () => {
    const elsewhere = await till.order(await till.member(), 'daily', { currency: 'USD' })
    told(elsewhere, [paymentOf(elsewhere)])
    for (const order of [null, elsewhere]) {
      till.razorpay.notice = notice(order)
      await receive()
      expect(await handledOf()).toEqual(now())
    }
    expect(await premiumOf(elsewhere.userId)).toBeNull()
  })
})

describe('the regular check', () => {
  // It opens as many connections as there are orders at once.
  it('asks about every order that is due, and goes on when one fails', { timeout: 60_000 }, async () => {
    await till.database.pool.query('UPDATE "order" SET next_check = NULL')
    const failures: unknown[] = []
    const { reconcile } = createReconciliation({ ...till, onError: (error) => failures.push(error) })
    const userId = await till.member()
    // More orders than are claimed at once, none with a payment attempt.
    for (let count = 0; count < 21; count += 1) await till.order(userId, 'daily')
    const paid = await till.order(await till.member(), 'daily')
    const payment = paymentOf(paid, { status: 'authorized' })
    told(paid, [payment], payment.id)
    const broken = await till.order(userId, 'daily', { currency: 'USD' })
    till.paypal.failures.order = new ProviderFailure('paypal', 'asking', null, null)
    const later = await till.order(await till.member(), 'daily', {
      nextCheck: new Date(till.clock.now() + 1),
    })
    told(later, [paymentOf(later)])
    expect(await reconcile()).toBe(23)
    expect(await premiumOf(paid.userId)).not.toBeNull()
    expect(await premiumOf(later.userId)).toBeNull()
    expect(failures).toEqual([till.paypal.failures.order])
    const orders = await till.database.prisma.order.findMany({ where: { userId } })
    for (const { id, nextCheck } of orders)
      expect(nextCheck?.getTime()).toBe(till.clock.now() + (id === broken.id ? 10 : 5) * 60_000)
    expect(await reconcile()).toBe(0)
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
    expect(till.announced[0]).toEqual({ name: 'userChanged', fact: { userId } })
    expect(await subscription().subscription(userId)).toEqual({ ...details, premiumCancelled: true })
  })

  it('that has ended, or never was, cannot be cancelled', async () => {
    const ended = await till.member({ premiumUntil: now(), premiumCancelled: true })
    for (const userId of [ended, await till.member()])
      await expect(subscription().cancel(userId)).rejects.toEqual(code('CONFLICT'))
    expect(await subscription().subscription(ended)).toEqual({
      isPremium: false,
      premiumValidity: now().toISOString(),
      premiumCancelled: false,
    })
    expect(await subscription().subscription(await till.member())).toMatchObject({ premiumValidity: null })
  })

  it('lists the member’s own payments, the latest first, a hundred at most', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const paid = Array.from({ length: 102 }, (_, index) =>
      paymentOf(order, { status: 'failed', at: new Date(1_000 * index) }),
    )
    told(order, paid)
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
})
