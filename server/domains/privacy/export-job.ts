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

export type ExportJobDeps = Omit<MakeExportDeps, 'isStopping'>

export interface ExportJob {
  /** Makes the queued exports one after the other, including those that a dead node left behind. */
  run(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createExportJob({ database, clock, onReady, onError }: ExportJobDeps): ExportJob {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
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

  function run(): Promise<void> {
    running ??= makeQueued()
      .catch(onError)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    run,
    start() {
      timer = setInterval(() => void run(), CHECK_EVERY)
      timer.unref()
    },
    async stop() {
      stopping = true
      if (timer) clearInterval(timer)
      await running
    },
  }
}
