import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { SweepStopped, type Sweep } from './batches.ts'
import { withDedicatedConnection } from './dedicated-connection.ts'
import { eraseDue, type MailboxSignals } from './erasure.ts'
import { removeExpired } from './expiry.ts'
import { removeErased } from './removal.ts'

const EVERY = 60 * 60_000
/** Held while one node sweeps, so that no two do at once. It ends with the node's connection. */
const ONE_AT_A_TIME = `SELECT pg_try_advisory_xact_lock(hashtext('retention')) AS mine`

/** A node may have died between the closing of an account and telling of it. Listeners are idempotent. */
const CLOSED_LATELY = 'SELECT id FROM "user" WHERE closed_at > $1 AND erased_at IS NULL LIMIT 1000'

export interface RetentionDeps {
  database: Pick<Database, 'pool'>
  clock: Clock
  events: EventBus
  signals: MailboxSignals
  onError(error: unknown): void
}

export interface Retention {
  /** Erases and removes all that is due. Idempotent; does nothing while another node is at it. */
  sweep(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createRetention({
  database: { pool },
  clock,
  events,
  signals,
  onError,
}: RetentionDeps): Retention {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let stopping = false

  async function tellOfClosed({ now }: Sweep) {
    const { rows } = await pool.query<{ id: string }>(CLOSED_LATELY, [new Date(now - 2 * EVERY)])
    for (const { id } of rows) await events.emit('accountClosed', { userId: id })
  }

  async function all() {
    const sweep: Sweep = {
      pool,
      now: clock.now(),
      shouldContinue: () => !stopping,
      onError: (error) => {
        if (!(error instanceof SweepStopped)) onError(error)
      },
    }
    const erase = () => eraseDue(sweep, signals)
    for (const step of [tellOfClosed, erase, removeErased, removeExpired])
      await step(sweep).catch(sweep.onError)
  }

  const alone = () =>
    withDedicatedConnection(pool, onError, async (client) => {
      const { rows } = await client.query<{ mine: boolean }>(ONE_AT_A_TIME)
      if (rows[0]?.mine) await all()
    })

  function sweep(): Promise<void> {
    running ??= alone()
      .catch(onError)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    sweep,
    start() {
      void sweep()
      timer = setInterval(() => void sweep(), EVERY)
      timer.unref()
    },
    async stop() {
      stopping = true
      if (timer) clearInterval(timer)
      await running
    },
  }
}
