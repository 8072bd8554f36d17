import { beforeEach, describe, expect, it } from 'vitest'
import { ProviderFailure } from '#server/domains/billing/providers/provider.ts'
import { createReconciliation } from '#server/domains/billing/reconcile.ts'
import { providerNamed } from '#server/domains/billing/settle.ts'
import { receiveWebhook } from '#server/domains/billing/webhooks.ts'
import { openTestBilling, paymentOf, type TestBilling } from '../../kit/test-billing.ts'
import { useStarted } from '../../kit/use-started.ts'

type Order = Awaited<ReturnType<TestBilling['order']>>
const code = (expected: string) => expect.objectContaining({ code: expected })

const kit = useStarted(openTestBilling)
beforeEach(() => kit.forget())

describe('settling an order', () => {
  it('emits the granted premium and the change of the member', async () => {
    const userId = await kit.member()
    const order = await kit.order(userId, 'daily')
    kit.tell(order, [paymentOf(order)])
    expect(await kit.settle(order, { capture: false })).toMatchObject({ status: 'paid' })
    expect(kit.emitted).toEqual([
      { name: 'premiumGranted', event: expect.objectContaining({ userId, plan: 'daily' }) },
      { name: 'userChanged', event: { userId } },
    ])
    kit.emitted.length = 0
    await kit.settle(order, { capture: false })
    expect(kit.emitted).toEqual([])
  })

  it('captures an approved payment if allowed, for the amount of the order', async () => {
    const userId = await kit.member()
    const order = await kit.order(userId, 'weekly')
    const payment = paymentOf(order, { status: 'authorized' })
    kit.tell(order, [payment], payment.id)
    expect(await kit.settle(order, { capture: false })).toMatchObject({ status: 'authorized' })
    expect(kit.razorpay.captured).toEqual([])
    expect(await kit.settle(order, { capture: true })).toMatchObject({ status: 'paid' })
    expect(kit.razorpay.captured).toEqual([
      [order.providerOrderId, payment.id, { amount: 49_900, currency: 'INR' }],
    ])
    expect(await kit.premiumOf(userId)).not.toBeNull()
    await kit.settle(order, { capture: true })
    expect(kit.razorpay.captured).toHaveLength(1)
  })

  it('fails with the provider’s refusal after recording it', async () => {
    const order = await kit.order(await kit.member(), 'weekly')
    const payment = paymentOf(order, { status: 'authorized' })
    kit.tell(order, [payment], payment.id)
    const refusal = new ProviderFailure('razorpay', 'capturing', 400, 'declined')
    kit.razorpay.failures.capture = refusal
    await expect(kit.settle(order, { capture: true })).rejects.toBe(refusal)
    expect(await kit.database.prisma.order.findUnique({ where: { id: order.id } })).toMatchObject({
      status: 'authorized',
    })
    kit.razorpay.failures.capture = new TypeError('a mistake of ours')
    await expect(kit.settle(order, { capture: true })).rejects.toBeInstanceOf(TypeError)
  })

  it('succeeds when the money was captured in spite of a refusal', async () => {
    const order = await kit.order(await kit.member(), 'weekly')
    const [promised, paid] = [paymentOf(order, { status: 'authorized' }), paymentOf(order)]
    kit.tell(order, [promised, paid], promised.id)
    kit.razorpay.failures.capture = new ProviderFailure('razorpay', 'capturing', 400, 'taken')
    expect(await kit.settle(order, { capture: true })).toMatchObject({ status: 'paid' })
  })

  it('treats only the reversed payment as refunded', async () => {
    const userId = await kit.member()
    const order = await kit.order(userId, 'weekly')
    const [payment, other] = [paymentOf(order), paymentOf(order, { status: 'failed' })]
    kit.tell(order, [payment, other])
    await kit.settle(order, { capture: false })
    kit.emitted.length = 0
    const settled = await kit.settle(order, { capture: false, reversedPaymentId: payment.id })
    expect(settled.transactions.map(({ status }) => status).sort()).toEqual(['failed', 'refunded'])
    expect(await kit.premiumOf(userId)).toEqual(kit.now())
    expect(kit.emitted).toEqual([{ name: 'userChanged', event: { userId } }])
  })

  it('fails if the provider is not configured', () => {
    expect(() => providerNamed({ razorpay: null, paypal: kit.paypal }, 'razorpay')).toThrow(
      code('UNAVAILABLE'),
    )
    expect(providerNamed(kit.providers, 'paypal')).toBe(kit.paypal)
  })
})

describe('a webhook', () => {
  const receive = () => receiveWebhook(kit, 'razorpay', 'raw', {})
  const notice = (order: Order | null, reversedPaymentId: string | null = null) => ({
    eventId: crypto.randomUUID(),
    providerOrderId: order?.providerOrderId ?? null,
    reversedPaymentId,
  })
  const handledOf = async () =>
    (
      await kit.database.prisma.webhookEvent.findUnique({
        where: { provider_eventId: { provider: 'razorpay', eventId: kit.razorpay.notice?.eventId ?? '' } },
      })
    )?.handled

  it('fails without its provider’s signature, and is not recorded', async () => {
    const before = await kit.database.prisma.webhookEvent.count()
    await expect(receive()).rejects.toEqual(code('INVALID'))
    expect(await kit.database.prisma.webhookEvent.count()).toBe(before)
  })

  it('settles its order once', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(order, { status: 'authorized' })
    kit.tell(order, [payment], payment.id)
    kit.razorpay.notice = notice(order)
    await receive()
    expect(await kit.premiumOf(order.userId)).not.toBeNull()
    expect(await handledOf()).toEqual(kit.now())
    kit.tell(order, [{ ...payment, status: 'refunded' }])
    await receive()
    expect(await kit.premiumOf(order.userId)).not.toEqual(kit.now())
  })

  it('succeeds when it is sent again after a failure', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    kit.tell(order, [paymentOf(order)])
    kit.razorpay.notice = notice(order)
    kit.razorpay.failures.order = new ProviderFailure('razorpay', 'asking', null, null)
    await expect(receive()).rejects.toBeInstanceOf(ProviderFailure)
    expect(await handledOf()).toBeNull()
    Object.assign(kit.razorpay.failures, { order: undefined })
    await receive()
    expect(await kit.premiumOf(order.userId)).not.toBeNull()
  })

  it('revokes premium when it reports a reversal', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(order)
    kit.tell(order, [payment])
    await kit.settle(order, { capture: false })
    kit.razorpay.notice = notice(order, payment.id)
    await receive()
    expect(await kit.premiumOf(order.userId)).toEqual(kit.now())
  })

  it('changes nothing when it is about an unknown order, or one of the other provider', async () => {
    const elsewhere = await kit.order(await kit.member(), 'daily', { currency: 'USD' })
    kit.tell(elsewhere, [paymentOf(elsewhere)])
    for (const order of [null, elsewhere]) {
      kit.razorpay.notice = notice(order)
      await receive()
      expect(await handledOf()).toEqual(kit.now())
    }
    expect(await kit.premiumOf(elsewhere.userId)).toBeNull()
  })
})

describe('the regular check', () => {
  // It opens one connection for each order at the same time.
  it('settles every due order, and continues after a failure', { timeout: 60_000 }, async () => {
    await kit.database.pool.query('UPDATE "order" SET next_check = NULL')
    const { reconcile } = createReconciliation(kit)
    const userId = await kit.member()
    // More orders than one run claims, none with a payment attempt.
    for (let count = 0; count < 21; count += 1) await kit.order(userId, 'daily')
    const paid = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(paid, { status: 'authorized' })
    kit.tell(paid, [payment], payment.id)
    const broken = await kit.order(userId, 'daily', { currency: 'USD' })
    kit.paypal.failures.order = new ProviderFailure('paypal', 'asking', null, null)
    const later = await kit.order(await kit.member(), 'daily', {
      nextCheck: new Date(kit.clock.now() + 1),
    })
    kit.tell(later, [paymentOf(later)])
    expect(await reconcile()).toBe(23)
    expect(await kit.premiumOf(paid.userId)).not.toBeNull()
    expect(await kit.premiumOf(later.userId)).toBeNull()
    expect(kit.failed).toEqual([kit.paypal.failures.order])
    const orders = await kit.database.prisma.order.findMany({ where: { userId } })
    for (const { id, nextCheck } of orders)
      expect(nextCheck?.getTime()).toBe(kit.clock.now() + (id === broken.id ? 10 : 5) * 60_000)
    expect(await reconcile()).toBe(0)
  })
})
