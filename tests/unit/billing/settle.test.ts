import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ProviderFailure } from '#server/domains/billing/providers/provider.ts'
import { createReconciliation } from '#server/domains/billing/reconcile.ts'
import { providerNamed } from '#server/domains/billing/settle.ts'
import { createWebhooks } from '#server/domains/billing/webhooks.ts'
import { openTill, paymentOf, type Till } from '../../kit/till.ts'

type Order = Awaited<ReturnType<Till['order']>>
const code = (expected: string) => expect.objectContaining({ code: expected })

let till: Till
beforeAll(async () => {
  till = await openTill()
})
beforeEach(() => till.forget())
afterAll(() => till.close())

describe('settling an order', () => {
  it('emits the granted premium and the change of the member', async () => {
    const userId = await till.member()
    const order = await till.order(userId, 'daily')
    till.tell(order, [paymentOf(order)])
    expect(await till.settle(order, { capture: false })).toMatchObject({ status: 'paid' })
    expect(till.emitted).toEqual([
      { name: 'premiumGranted', event: expect.objectContaining({ userId, plan: 'daily' }) },
      { name: 'userChanged', event: { userId } },
    ])
    till.emitted.length = 0
    await till.settle(order, { capture: false })
    expect(till.emitted).toEqual([])
  })

  it('captures an approved payment if allowed, for the amount of the order', async () => {
    const userId = await till.member()
    const order = await till.order(userId, 'weekly')
    const payment = paymentOf(order, { status: 'authorized' })
    till.tell(order, [payment], payment.id)
    expect(await till.settle(order, { capture: false })).toMatchObject({ status: 'authorized' })
    expect(till.razorpay.captured).toEqual([])
    expect(await till.settle(order, { capture: true })).toMatchObject({ status: 'paid' })
    expect(till.razorpay.captured).toEqual([
      [order.providerOrderId, payment.id, { amount: 49_900, currency: 'INR' }],
    ])
    expect(await till.premiumOf(userId)).not.toBeNull()
    await till.settle(order, { capture: true })
    expect(till.razorpay.captured).toHaveLength(1)
  })

  it('fails with the provider’s refusal after recording it', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const payment = paymentOf(order, { status: 'authorized' })
    till.tell(order, [payment], payment.id)
    const refusal = new ProviderFailure('razorpay', 'capturing', 400, 'declined')
    till.razorpay.failures.capture = refusal
    await expect(till.settle(order, { capture: true })).rejects.toBe(refusal)
    expect(await till.database.prisma.order.findUnique({ where: { id: order.id } })).toMatchObject({
      status: 'authorized',
    })
    till.razorpay.failures.capture = new TypeError('a mistake of ours')
    await expect(till.settle(order, { capture: true })).rejects.toBeInstanceOf(TypeError)
  })

  it('succeeds when the money was captured in spite of a refusal', async () => {
    const order = await till.order(await till.member(), 'weekly')
    const [promised, paid] = [paymentOf(order, { status: 'authorized' }), paymentOf(order)]
    till.tell(order, [promised, paid], promised.id)
    till.razorpay.failures.capture = new ProviderFailure('razorpay', 'capturing', 400, 'taken')
    expect(await till.settle(order, { capture: true })).toMatchObject({ status: 'paid' })
  })

  it('treats only the reversed payment as refunded', async () => {
    const userId = await till.member()
    const order = await till.order(userId, 'weekly')
    const [payment, other] = [paymentOf(order), paymentOf(order, { status: 'failed' })]
    till.tell(order, [payment, other])
    await till.settle(order, { capture: false })
    till.emitted.length = 0
    const settled = await till.settle(order, { capture: false, reversedPaymentId: payment.id })
    expect(settled.transactions.map(({ status }) => status).sort()).toEqual(['failed', 'refunded'])
    expect(await till.premiumOf(userId)).toEqual(till.now())
    expect(till.emitted).toEqual([{ name: 'userChanged', event: { userId } }])
  })

  it('fails if the provider is not configured', () => {
    expect(() => providerNamed({ razorpay: null, paypal: till.paypal }, 'razorpay')).toThrow(
      code('UNAVAILABLE'),
    )
    expect(providerNamed(till.providers, 'paypal')).toBe(till.paypal)
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

  it('without its provider’s signature is refused and not recorded', async () => {
    const before = await till.database.prisma.webhookEvent.count()
    await expect(receive()).rejects.toEqual(code('INVALID'))
    expect(await till.database.prisma.webhookEvent.count()).toBe(before)
  })

  it('settles its order once', async () => {
    const order = await till.order(await till.member(), 'daily')
    const payment = paymentOf(order, { status: 'authorized' })
    till.tell(order, [payment], payment.id)
    till.razorpay.notice = notice(order)
    await receive()
    expect(await till.premiumOf(order.userId)).not.toBeNull()
    expect(await handledOf()).toEqual(till.now())
    till.tell(order, [{ ...payment, status: 'refunded' }])
    await receive()
    expect(await till.premiumOf(order.userId)).not.toEqual(till.now())
  })

  it('is handled when it is sent again after a failure', async () => {
    const order = await till.order(await till.member(), 'daily')
    till.tell(order, [paymentOf(order)])
    till.razorpay.notice = notice(order)
    till.razorpay.failures.order = new ProviderFailure('razorpay', 'asking', null, null)
    await expect(receive()).rejects.toBeInstanceOf(ProviderFailure)
    expect(await handledOf()).toBeNull()
    Object.assign(till.razorpay.failures, { order: undefined })
    await receive()
    expect(await till.premiumOf(order.userId)).not.toBeNull()
  })

  it('about a reversal revokes premium', async () => {
    const order = await till.order(await till.member(), 'daily')
    const payment = paymentOf(order)
    till.tell(order, [payment])
    await till.settle(order, { capture: false })
    till.razorpay.notice = notice(order, payment.id)
    await receive()
    expect(await till.premiumOf(order.userId)).toEqual(till.now())
  })

  it('about an unknown order, or one of the other provider, is handled without a change', async () => {
    const elsewhere = await till.order(await till.member(), 'daily', { currency: 'USD' })
    till.tell(elsewhere, [paymentOf(elsewhere)])
    for (const order of [null, elsewhere]) {
      till.razorpay.notice = notice(order)
      await receive()
      expect(await handledOf()).toEqual(till.now())
    }
    expect(await till.premiumOf(elsewhere.userId)).toBeNull()
  })
})

describe('the regular check', () => {
  // It opens one connection for each order at the same time.
  it('settles every due order, and continues after a failure', { timeout: 60_000 }, async () => {
    await till.database.pool.query('UPDATE "order" SET next_check = NULL')
    const failures: unknown[] = []
    const { reconcile } = createReconciliation({ ...till, onError: (error) => failures.push(error) })
    const userId = await till.member()
    // More orders than one run claims, none with a payment attempt.
    for (let count = 0; count < 21; count += 1) await till.order(userId, 'daily')
    const paid = await till.order(await till.member(), 'daily')
    const payment = paymentOf(paid, { status: 'authorized' })
    till.tell(paid, [payment], payment.id)
    const broken = await till.order(userId, 'daily', { currency: 'USD' })
    till.paypal.failures.order = new ProviderFailure('paypal', 'asking', null, null)
    const later = await till.order(await till.member(), 'daily', {
      nextCheck: new Date(till.clock.now() + 1),
    })
    till.tell(later, [paymentOf(later)])
    expect(await reconcile()).toBe(23)
    expect(await till.premiumOf(paid.userId)).not.toBeNull()
    expect(await till.premiumOf(later.userId)).toBeNull()
    expect(failures).toEqual([till.paypal.failures.order])
    const orders = await till.database.prisma.order.findMany({ where: { userId } })
    for (const { id, nextCheck } of orders)
      expect(nextCheck?.getTime()).toBe(till.clock.now() + (id === broken.id ? 10 : 5) * 60_000)
    expect(await reconcile()).toBe(0)
  })
})
