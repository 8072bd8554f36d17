import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { OpenOrder, Settle } from './settle.ts'

const EVERY = 60_000
const AT_ONCE = 20
/** A node that claimed orders and died leaves them to the others after this. */
const CLAIMED_FOR = 10 * 60_000

const CLAIM = `
  UPDATE "order" SET next_check = $2
  WHERE id IN (
    SELECT id FROM "order" WHERE next_check <= $1 ORDER BY next_check LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
  )
  RETURNING id, provider::text AS provider, provider_order_id AS "providerOrderId",
    charged_amount AS "chargedAmount", charged_currency AS "chargedCurrency"`

export interface ReconcileDeps {
  database: Pick<Database, 'pool'>
  clock: Clock
  settle: Settle
  onError(error: unknown): void
}

/**
 * Asks the providers about orders whose end we have not seen, so that a webhook that never came, a browser that was
 * closed or a node that died costs nobody what they paid for.
 */
export function createReconciliation({ database: { pool }, clock, settle, onError }: ReconcileDeps) {
  let timer: ReturnType<typeof setInterval> | null = null
  let running: Promise<unknown> = Promise.resolve()

  /** All that is due, a few at a time; answers how many. */
  async function reconcile(): Promise<number> {
    let count = 0
    for (;;) {
      const now = clock.now()
      const { rows } = await pool.query<OpenOrder>(CLAIM, [new Date(now), new Date(now + CLAIMED_FOR)])
      await Promise.all(rows.map((order) => settle(order, { capture: true }).catch(onError)))
      count += rows.length
      if (rows.length < AT_ONCE) return count
    }
  }

  return {
    reconcile,
    start() {
      let busy = false
      timer = setInterval(() => {
        if (busy) return
        busy = true
        running = reconcile()
          .catch(onError)
          .finally(() => {
            busy = false
          })
      }, EVERY)
    },
    async stop() {
      if (timer) clearInterval(timer)
      await running
    },
  }
}
