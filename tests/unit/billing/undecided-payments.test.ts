import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assertNoEarlierPayment } from '#server/domains/billing/earlier-payments.ts'
import type { PaymentProvider } from '#server/domains/billing/providers/provider.ts'
import { createReconciliation } from '#server/domains/billing/reconcile.ts'
import { poolWith } from '../../kit/pool-double.ts'
import { openTestBilling, paymentOf, type TestBilling } from '../../kit/test-billing.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000

const kit = useStarted(openTestBilling)
beforeEach(() => Object.assign(kit.razorpay.failures, { order: undefined, capture: undefined }))
afterEach(() => void vi.useRealTimers())

/** An order of a new member with one payment, as the provider returns it. */
async function ordered(changes: Parameters<typeof paymentOf>[1] = {}) {
  const order = await kit.order(await kit.member(), 'weekly')
  const payment = paymentOf(order, { at: new Date(kit.clock.now()), ...changes })
  kit.razorpay.orders.set(order.providerOrderId, { payments: [payment], capturable: null })
  return { order, payment }
}

describe('a second payment', () => {
  it.each([
    ['failed', { status: 'failed' as const }],
    ['was refunded', { status: 'refunded' as const }],
    ['was completed with less than the charge', { money: { amount: 1, currency: 'INR' } }],
  ])('succeeds after one that %s', async (_, changes) => {
    const { order } = await ordered(changes)
    await expect(assertNoEarlierPayment(kit, order.userId)).resolves.toBeUndefined()
  })

  it('succeeds after a plan that was bought and refunded', async () => {
    const { order, payment } = await ordered()
    await kit.settle(order, { capture: false })
    const refunded = { ...payment, status: 'refunded' as const }
    kit.razorpay.orders.set(order.providerOrderId, { payments: [refunded], capturable: null })
    await kit.settle(order, { capture: false })
    await expect(assertNoEarlierPayment(kit, order.userId)).resolves.toBeUndefined()
  })

  it('fails because of one of the latest ten orders, but not because of an older one', async () => {
    const userId = await kit.member()
    // The first two have the same time: the one that was created later counts as the later.
    const ages = [11, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    const orders: Awaited<ReturnType<TestBilling['order']>>[] = []
    for (const age of ages)
      orders.push(await kit.order(userId, 'daily', { created: new Date(kit.clock.now() - age * MINUTE) }))
    const isRefused = async (index: number) => {
      const order = orders[index]
      if (!order) throw new Error('eleven were stored')
      kit.tell(order, [paymentOf(order, { status: 'pending', at: new Date(kit.clock.now()) })])
      return assertNoEarlierPayment(kit, userId).then(
        () => false,
        ({ code }) => code === 'EARLIER_PAYMENT',
      )
    }
    expect(await isRefused(0)).toBe(false)
    expect(await isRefused(1)).toBe(true)
  })

  it('fails because of a recorded undecided payment, even if its order is hours old', async () => {
    const created = new Date(kit.clock.now() - 71 * 60 * MINUTE)
    const order = await kit.order(await kit.member(), 'weekly', { currency: 'USD', created })
    const payment = paymentOf(order, { status: 'pending', at: created })
    kit.tell(order, [payment])
    await expect(assertNoEarlierPayment(kit, order.userId)).resolves.toBeUndefined()
    await kit.settle(order, { capture: false })
    await expect(assertNoEarlierPayment(kit, order.userId)).rejects.toMatchObject({ paymentId: payment.id })
    kit.tell(order, [{ ...payment, status: 'failed' }])
    await expect(assertNoEarlierPayment(kit, order.userId)).resolves.toBeUndefined()
  })

  it('fetches nothing for a paid order', async () => {
    const { order } = await ordered()
    await kit.settle(order, { capture: false })
    kit.razorpay.failures.order = new Error('nothing is asked')
    await expect(assertNoEarlierPayment(kit, order.userId)).resolves.toBeUndefined()
  })
})

describe('a failure of our own during a capture', () => {
  it('does not count as a refusal, even when the payment was captured', async () => {
    const { order, payment } = await ordered()
    kit.razorpay.orders.set(order.providerOrderId, { payments: [payment], capturable: payment.id })
    const mistake = new TypeError('a mistake of ours')
    kit.razorpay.failures.capture = mistake
    await expect(kit.settle(order, { capture: true })).rejects.toBe(mistake)
  })
})

describe('the regular check', () => {
  it('leaves an order to another node that is claiming it', async () => {
    await kit.database.pool.query('UPDATE "order" SET next_check = NULL')
    const [claimed, free] = [await ordered(), await ordered()]
    const { reconcile } = createReconciliation(kit)
    const other = await kit.database.pool.connect()
    try {
      await other.query('BEGIN')
      await other.query('SELECT 1 FROM "order" WHERE id = $1 FOR UPDATE', [claimed.order.id])
      expect(await reconcile()).toBe(1)
      expect(await kit.premiumOf(free.order.userId)).not.toBeNull()
      await other.query('COMMIT')
      expect(await reconcile()).toBe(1)
      expect(await kit.premiumOf(claimed.order.userId)).not.toBeNull()
    } finally {
      other.release(true)
    }
  })
})

describe('the timer of the regular check', () => {
  it('checks once a minute, waits for the last check, and stops', async () => {
    await kit.database.pool.query('UPDATE "order" SET next_check = NULL')
    const { order } = await ordered()
    const asked: string[] = []
    let release: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      release = resolve
    })
    let reached: () => void = () => undefined
    const atProvider = new Promise<void>((resolve) => {
      reached = resolve
    })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const razorpay: PaymentProvider = {
      ...kit.razorpay,
      async order(providerOrderId) {
        asked.push(providerOrderId)
        reached()
        await waiting
        return kit.razorpay.order(providerOrderId)
      },
    }
    const check = createReconciliation({ ...kit, providers: { razorpay, paypal: kit.paypal } })
    check.start()
    vi.advanceTimersByTime(MINUTE - 1)
    expect(asked).toEqual([])
    vi.advanceTimersByTime(1)
    await atProvider
    await kit.order(order.userId, 'daily')
    vi.advanceTimersByTime(2 * MINUTE)
    release()
    await check.stop()
    expect(asked).toEqual([order.providerOrderId])
    expect(vi.getTimerCount()).toBe(0)
    expect(await kit.database.prisma.order.findUnique({ where: { id: order.id } })).toMatchObject({
      status: 'paid',
    })
  })

  it('reports a failure of the database and continues', async () => {
    const failures: unknown[] = []
    const broken = new Error('the database is gone')
    const query = vi.fn().mockRejectedValueOnce(broken).mockResolvedValue({ rows: [] })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const pool = poolWith({ query })
    const onFailure = (error: unknown) => void failures.push(error)
    const check = createReconciliation({ ...testPlatform({ pool, onFailure }), providers: kit.providers })
    check.start()
    vi.advanceTimersByTime(MINUTE)
    await vi.waitFor(() => expect(failures).toEqual([broken]))
    vi.advanceTimersByTime(MINUTE)
    await check.stop()
    expect(query).toHaveBeenCalledTimes(2)
  })
})
