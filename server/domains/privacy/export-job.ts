import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { CLAIM_TIMEOUT, type MakeExportContext, makeExport } from './make-export.ts'

const CHECK_EVERY = 5_000

/** How many nodes may end while they make an export before it fails. It may be what ends them. */
const MAX_ATTEMPTS = 3

const GIVE_UP = `
  WITH given_up AS (
    UPDATE data_export SET status = 'FAILED', finished = $1
    WHERE status = 'RUNNING' AND claimed <= $2 AND attempts >= ${MAX_ATTEMPTS}
    RETURNING id
  ), removed AS (
    DELETE FROM data_export_part USING given_up WHERE export_id = given_up.id
  )
  SELECT id FROM given_up`

const CLAIM = `
  UPDATE data_export SET status = 'RUNNING', claimed = $1, attempts = attempts + 1
  WHERE id IN (
    SELECT id FROM data_export
    WHERE expires > $1 AND (status = 'QUEUED' OR (status = 'RUNNING' AND claimed <= $2))
    ORDER BY created LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING id, user_id AS "userId"`

/** Creates the job that makes the queued exports one after the other, including those that a dead node left behind. */
export function createExportJob(
  platform: Pick<Platform, 'database' | 'clock' | 'failures' | 'metrics' | 'texts'>,
  { onReady }: Pick<MakeExportContext, 'onReady'>,
) {
  const { clock, database, failures } = platform
  const onError = failures.of('exports')
  let stopping = false
  const context = { ...platform, onReady, isStopping: () => stopping }

  async function giveUp(now: number) {
    const { rows } = await database.pool.query<{ id: string }>(GIVE_UP, [
      new Date(now),
      new Date(now - CLAIM_TIMEOUT),
    ])
    for (const { id } of rows)
      onError(new Error(`export ${id} failed: ${MAX_ATTEMPTS} nodes ended while they made it`))
  }

  async function makeQueued() {
    while (!stopping) {
      const since = clock.now()
      await giveUp(since)
      const { rows } = await database.pool.query<{ id: string; userId: string }>(CLAIM, [
        new Date(since),
        new Date(since - CLAIM_TIMEOUT),
      ])
      const [claimed] = rows
      if (!claimed) return
      await makeExport(context, { ...claimed, since })
    }
  }

  const job = createRepeatingJob(platform, { name: 'exports', every: CHECK_EVERY, run: makeQueued })
  return {
    run: job.run,
    start: job.start,
    async stop() {
      stopping = true
      await job.stop()
    },
  }
}
