import { RETENTION } from '#schema/privacy.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { withDedicatedConnection } from './dedicated-connection.ts'
import { daysAfter } from './due-dates.ts'
import { writeExport } from './write-export.ts'

const LOOK_EVERY = 5_000
/** A node that died leaves its export to the others after this. */
const CLAIMED_FOR = 2 * 60_000

const CLAIM = `
  UPDATE data_export SET status = 'RUNNING', claimed = $1
  WHERE id IN (
    SELECT id FROM data_export
    WHERE expires > $1 AND (status = 'QUEUED' OR (status = 'RUNNING' AND claimed <= $2))
    ORDER BY created LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING id, user_id AS "userId"`

/** Each of these holds only for whoever has the claim: `$2` is when it was last renewed. */
const MINE = `WHERE id = $1 AND status = 'RUNNING' AND claimed = $2`
const RENEW = `UPDATE data_export SET progress = $3, claimed = $4 ${MINE}`
const READY = `
  UPDATE data_export SET status = 'READY', progress = 100, archive = $3, size = $4, finished = $5, expires = $6 ${MINE}`
const FAILED = `UPDATE data_export SET status = 'FAILED', finished = $3 ${MINE}`
const BACK_IN_THE_QUEUE = `UPDATE data_export SET status = 'QUEUED', progress = 0, claimed = NULL ${MINE}`

/** The node stops, or another one has taken the export over. */
class Interrupted extends Error {}

export interface ExportJobDeps {
  database: Pick<Database, 'pool'>
  clock: Clock
  onReady(userId: string): Promise<void>
  onError(error: unknown): void
}

export interface ExportJob {
  /** Makes what waits, one after the other; also what a node that died has left behind. */
  run(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export function createExportJob({ database: { pool }, clock, onReady, onError }: ExportJobDeps): ExportJob {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let stopping = false

  async function make({ id, userId }: { id: string; userId: string }, since: number) {
    let claimed = new Date(since)
    let shown = 0

    async function progress(percent: number) {
      if (stopping) throw new Interrupted()
      const now = clock.now()
      if (percent === shown && now - claimed.getTime() < CLAIMED_FOR / 4) return
      const renewed = new Date(now)
      const { rowCount } = await pool.query(RENEW, [id, claimed, percent, renewed])
      if (!rowCount) throw new Interrupted()
      claimed = renewed
      shown = percent
    }

    try {
      const archive = await withDedicatedConnection(pool, onError, (client) =>
        writeExport({ client, userId, at: new Date(clock.now()), progress }),
      )
      const finished = clock.now()
      const expires = daysAfter(finished, RETENTION.exportDays)
      const { rowCount } = await pool.query(READY, [
        id,
        claimed,
        archive,
        archive.length,
        new Date(finished),
        expires,
      ])
      if (rowCount) await onReady(userId)
    } catch (error) {
      if (error instanceof Interrupted) await pool.query(BACK_IN_THE_QUEUE, [id, claimed])
      else {
        onError(error)
        await pool.query(FAILED, [id, claimed, new Date(clock.now())])
      }
    }
  }

  async function all() {
    while (!stopping) {
      const now = clock.now()
      const { rows } = await pool.query<{ id: string; userId: string }>(CLAIM, [
        new Date(now),
        new Date(now - CLAIMED_FOR),
      ])
      const [claimed] = rows
      if (!claimed) return
      await make(claimed, now)
    }
  }

  function run(): Promise<void> {
    running ??= all()
      .catch(onError)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    run,
    start() {
      timer = setInterval(() => void run(), LOOK_EVERY)
      timer.unref()
    },
    async stop() {
      stopping = true
      if (timer) clearInterval(timer)
      await running
    },
  }
}
