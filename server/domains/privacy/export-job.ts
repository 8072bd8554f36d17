import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { CLAIM_TIMEOUT, type MakeExportDeps, makeExport } from './make-export.ts'

const CHECK_EVERY = 5_000

const CLAIM = `
  UPDATE data_export SET status = 'RUNNING', claimed = $1
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
  /** Makes the queued exports one after the other, including those that a dead node left behind. */
  run(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createExportJob({ database, clock, onReady, onError, metrics }: ExportJobDeps): ExportJob {
  let stopping = false
  const deps = { database, clock, onReady, onError, isStopping: () => stopping }

  async function makeQueued() {
    while (!stopping) {
      const since = clock.now()
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
