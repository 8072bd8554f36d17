import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPaymentSandbox } from '#server/local/index.ts'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { call, join, type Person } from '../../kit/person.ts'
import {
  type CardOutcome,
  capturePaypal,
  checkAllNow,
  grantsOf,
  isPremium,
  order,
  payByCard,
  premiumUntil,
  statusOf,
  subscribe,
  webhookOf,
} from '../../kit/shop.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const sandbox = useStarted(() => startPaymentSandbox())
const node = useNode({ payments: sandbox })
beforeAll(async () => {
  sandbox.simulation.webhooks = 'none'
})
beforeEach(() => {
  sandbox.simulation.api = 'up'
})

const pay = (orderId: string, outcome?: CardOutcome) => payByCard(sandbox, orderId, outcome)
const made = (event: string, orderId: string) => webhookOf(sandbox, event, orderId)

describe('reconciliation without webhooks', () => {
  // covers: design-webhooks-recovered
  it('finds payments of closed browsers, and gives premium once for each', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => join(node)))
    const [captured, authorized, approved, unpaid] = people as [Person, Person, Person, Person]
    pay((await order(captured, 'weekly')).orderId)
    pay((await order(authorized, 'weekly')).orderId, 'authorized')
    await sandbox.approveAtPaypal((await order(approved, 'weekly', 'USD')).orderId)
    await order(unpaid, 'weekly')
    for (const _ of [1, 2]) expect(await checkAllNow(node)).toBeGreaterThan(0)
    expect(await Promise.all(people.map(isPremium))).toEqual([true, true, true, false])
    for (const one of [captured, authorized, approved]) expect(await grantsOf(node, one)).toHaveLength(1)
  })

  it('finds the refunds of the last day', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'monthly', 'USD')
    await sandbox.approveAtPaypal(orderId)
    await capturePaypal(asha, orderId)
    await sandbox.refund(orderId)
    await checkAllNow(node)
    expect(await isPremium(asha)).toBe(false)
  })

  it('checks an order at growing intervals, and stops after a week', async () => {
    const asha = await join(node)
    const { id } = await order(asha, 'weekly')
    const { pool } = node.app.context.database
    const waits: number[] = []
    for (const minutes of [0, 60, 3 * 24 * 60, 8 * 24 * 60]) {
      await pool.query(
        `UPDATE "order" SET created = now() - $2 * interval '1 minute', next_check = now() - interval '1 second'
         WHERE id = $1`,
        [id, minutes],
      )
      await node.app.context.billing.reconcile()
      const { rows } = await pool.query<{ wait: number | null }>(
        'SELECT round(extract(epoch FROM next_check - now()) / 60)::int AS wait FROM "order" WHERE id = $1',
        [id],
      )
      waits.push(rows[0]?.wait ?? -1)
    }
    expect(waits).toEqual([5, 60, 360, -1])
  })

  it('checks again after the provider was unavailable', async () => {
    const asha = await join(node)
    pay((await order(asha, 'weekly')).orderId)
    sandbox.simulation.api = 'down'
    await checkAllNow(node)
    expect(await isPremium(asha)).toBe(false)
    sandbox.simulation.api = 'up'
    await checkAllNow(node)
    expect(await isPremium(asha)).toBe(true)
  })
})

describe('one payment on two nodes at the same time', () => {
  // covers: design-payment-used-once
  it('gives premium once for any mix of calls, webhooks and reconciliation', async (context) => {
    const cluster = await startCluster(2, { payments: sandbox })
    if (!cluster) return context.skip()
    const [first, second] = cluster.nodes as [TestApp, TestApp]
    const asha = await join(first)
    const elsewhere = {
      ...asha,
      call: (method: string, path: string, body?: unknown) =>
        call(second.url, method, path, { token: asha.token, body }),
    }
    for (const round of [1, 2, 3]) {
      const { orderId } = await order(asha, 'weekly')
      const paymentId = pay(orderId)
      await Promise.all([
        subscribe(asha, 'weekly', paymentId),
        subscribe(elsewhere, 'weekly', paymentId),
        statusOf(asha, paymentId),
        statusOf(elsewhere, paymentId),
        sandbox.deliver(made('payment.captured', orderId), first.url),
        sandbox.deliver(made('payment.captured', orderId), second.url),
        checkAllNow(first),
        checkAllNow(second),
      ])
      expect(await grantsOf(first, asha)).toHaveLength(round)
    }
    const [one, two, three] = await grantsOf(first, asha)
    expect(two?.validFrom).toEqual(one?.validUntil)
    expect(three?.validFrom).toEqual(two?.validUntil)
    expect(await premiumUntil(asha)).toBe(three?.validUntil.getTime())
    await cluster[Symbol.asyncDispose]()
  })
})
