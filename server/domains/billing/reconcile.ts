import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { type BillingContext, type OpenOrder, settle } from './settle.ts'

const RECONCILE_EVERY = 60_000
const BATCH_SIZE = 20
/** How long claimed orders are left to the node that claimed them, in case it died. */
const CLAIMED_FOR = 10 * 60_000

const CLAIM = `
  UPDATE "order" SET next_check = $2
  WHERE id IN (
    SELECT id FROM "order" WHERE next_check <= $1 ORDER BY next_check LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  )
  RETURNING id, provider::text AS provider, provider_order_id AS "providerOrderId",
    charged_amount AS "chargedAmount", charged_currency AS "chargedCurrency", currency_refused_at AS "currencyRefusedAt"`

/**
 * Creates the job that settles undecided orders. It recovers payments after a lost webhook, a closed browser or a dead
 * node.
 */
export function createReconciliation(context: BillingContext & Pick<Platform, 'failures'>) {
  const { database, clock, failures } = context
  const onError = failures.of('reconciliation')

  /** Settles all orders that are due, in batches. Returns how many. */
  async function reconcile(): Promise<number> {
    let count = 0
    for (;;) {
      const now = clock.now()
      const { rows } = await database.pool.query<OpenOrder>(CLAIM, [
        new Date(now),
        new Date(now + CLAIMED_FOR),
      ])
      await Promise.all(rows.map((order) => settle(context, order, { capture: true }).catch(onError)))
      count += rows.length
      if (rows.length < BATCH_SIZE) return count
    }
  }

  return {
    reconcile,
    ...createRepeatingJob(context, { name: 'reconciliation', every: RECONCILE_EVERY, run: reconcile }),
  }
}
