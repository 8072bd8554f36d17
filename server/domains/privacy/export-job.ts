import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { CLAIM_TIMEOUT, type MakeExportDeps, makeExport } from './make-export.ts'

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

export interface ExportJobDeps extends Omit<MakeExportDeps, 'isStopping'> {
  metrics?: Metrics | undefined
}

export interface ExportJob {
  /** Makes the queued exports one after the other, including those that a dead node left behind. Some of these fail. */
  run(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createExportJob({ metrics, ...rest }: ExportJobDeps): ExportJob {
  const { database, clock, onError } = rest
  let stopping = false
  const deps = { ...rest, isStopping: () => stopping }

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
      await makeExport(deps, { ...claimed, since })
    }
  }

  const job = createRepeatingJob({ name: 'exports', every: CHECK_EVERY, run: makeQueued, onError, metrics })
  return {
    run: job.run,
    start: job.start,
    async stop() {
      stopping = true
      await job.stop()
    },
  }
}
