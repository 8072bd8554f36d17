import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { type Sweep, SweepStopped } from './batches.ts'
import { withDedicatedConnection } from './dedicated-connection.ts'
import { eraseDue, type MailboxSignals } from './erasure.ts'
import { removeExpired } from './expiry.ts'
import { removeErased } from './removal.ts'

const SWEEP_EVERY = 60 * 60_000
/** Held during a sweep, so nodes do not sweep concurrently. It ends with the node's connection. */
const TRY_SWEEP_LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('retention')) AS mine`

/** A node may have died after it closed an account and before it emitted the event. Listeners are idempotent. */
const RECENTLY_CLOSED = 'SELECT id FROM "user" WHERE closed_at > $1 AND erased_at IS NULL LIMIT 1000'

/** Creates the job that erases and deletes what is due. It does nothing while another node sweeps. */
export function createRetention(
  platform: Pick<Platform, 'database' | 'clock' | 'events' | 'failures' | 'metrics' | 'tombstones'>,
  { signals }: { signals: MailboxSignals },
) {
  const { clock, events, tombstones } = platform
  const { pool } = platform.database
  const onError = platform.failures.of('retention')
  let stopping = false

  async function emitClosedAgain({ now }: Sweep) {
    const { rows } = await pool.query<{ id: string }>(RECENTLY_CLOSED, [new Date(now - 2 * SWEEP_EVERY)])
    for (const { id } of rows) await events.emit('accountClosed', { userId: id })
  }

  async function runSteps() {
    const sweep: Sweep = {
      pool,
      now: clock.now(),
      shouldContinue: () => !stopping,
      onError: (error) => {
        if (!(error instanceof SweepStopped)) onError(error)
      },
    }
    const erase = () => eraseDue(sweep, { ...signals, tombstones })
    for (const step of [emitClosedAgain, erase, removeErased, removeExpired])
      await step(sweep).catch(sweep.onError)
  }

  const sweepExclusively = () =>
    withDedicatedConnection(pool, onError, async (client) => {
      const { rows } = await client.query<{ mine: boolean }>(TRY_SWEEP_LOCK)
      if (rows[0]?.mine) await runSteps()
    })

  const job = createRepeatingJob(platform, { name: 'retention', every: SWEEP_EVERY, run: sweepExclusively })
  return {
    /** Erases and deletes what is due. Idempotent. */
    sweep: job.run,
    start() {
      void job.run()
      job.start()
    },
    async stop() {
      stopping = true
      await job.stop()
    },
  }
}
