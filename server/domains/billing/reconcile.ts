import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { OpenOrder, Settle } from './settle.ts'

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

export interface ReconcileDeps {
  database: Pick<Database, 'pool'>
  clock: Clock
  settle: Settle
  onError(error: unknown): void
  metrics?: Metrics | undefined
}

/**
 * Creates the job that settles undecided orders. It recovers payments after a lost webhook, a closed browser or a dead
 * node.
 */
export function createReconciliation({ database: { pool }, clock, settle, onError, metrics }: ReconcileDeps) {
  /** Settles all orders that are due, in batches. Returns how many. */
  async function reconcile(): Promise<number> {
    let count = 0
    for (;;) {
      const now = clock.now()
      const { rows } = await pool.query<OpenOrder>(CLAIM, [new Date(now), new Date(now + CLAIMED_FOR)])
      await Promise.all(rows.map((order) => settle(order, { capture: true }).catch(onError)))
      count += rows.length
      if (rows.length < BATCH_SIZE) return count
    }
  }

  return {
    reconcile,
    ...createRepeatingJob({
      name: 'reconciliation',
      every: RECONCILE_EVERY,
      run: reconcile,
      onError,
      metrics,
    }),
  }
}
