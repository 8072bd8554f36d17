import type { PoolClient } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { runBehindLock } from '../../kit/held-lock.ts'
import { openTestBilling, paymentOf } from '../../kit/test-billing.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000

const kit = useStarted(openTestBilling)

const inDays = (days: number) => new Date(kit.clock.now() + days * DAY)

describe('a payment status from the provider', () => {
  it('waits for a later status that is being recorded, and does not overwrite it', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(order)
    kit.tell(order, [payment])
    const settled = await runBehindLock(kit.database.pool, {
      lock: (holder) => holder.query('SELECT 1 FROM "order" WHERE id = $1 FOR NO KEY UPDATE', [order.id]),
      work: () => kit.settle(order, { capture: false }),
      change: (holder) =>
        holder.query(
          `INSERT INTO transaction (id, user_id, order_id, provider, provider_payment_id, status, description, type,
             amount, currency) VALUES ($1, $2, $3, 'razorpay', $4, 'refunded', 'Daily', 'payment', $5, $6)`,
          [uuidv7(), order.userId, order.id, payment.id, order.amount, order.currency],
        ),
    })
    expect(settled).toMatchObject({ status: 'refunded', transactions: [{ status: 'refunded', grant: null }] })
    expect(await kit.premiumOf(order.userId)).toBeNull()
  })
})

describe('premium', () => {
  /** Locks the member, and gives them a week of premium. */
  const granting = (userId: string) => ({
    lock: (holder: PoolClient) =>
      holder.query('SELECT 1 FROM "user" WHERE id = $1 FOR NO KEY UPDATE', [userId]),
    change: (holder: PoolClient) =>
      holder.query(
        `UPDATE "user" SET premium_until = coalesce(premium_until, $2) + interval '7 days' WHERE id = $1`,
        [userId, kit.now()],
      ),
  })

  it('lasts as long as two plans when both orders are paid simultaneously', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    kit.tell(order, [paymentOf(order)])
    await runBehindLock(kit.database.pool, {
      ...granting(order.userId),
      work: () => kit.settle(order, { capture: false }),
    })
    expect(await kit.premiumOf(order.userId)).toEqual(inDays(8))
  })

  it('stays when it is bought during the refund of another order', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(order)
    kit.tell(order, [payment])
    await kit.settle(order, { capture: false })
    kit.tell(order, [{ ...payment, status: 'refunded' }])
    await runBehindLock(kit.database.pool, {
      ...granting(order.userId),
      work: () => kit.settle(order, { capture: false }),
    })
    expect(await kit.premiumOf(order.userId)).toEqual(inDays(7))
  })
})
