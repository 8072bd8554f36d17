import type { Pool } from 'pg'
import { RETENTION } from '#schema/privacy.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { withDedicatedConnection } from './dedicated-connection.ts'
import { daysAfter } from './due-dates.ts'
import { writeExport } from './write-export.ts'

/** How long a claim holds without renewal, in milliseconds. Other nodes take over the exports of a dead node then. */
export const CLAIM_TIMEOUT = 2 * 60_000

/** Restricts a statement to the holder of the claim: `$2` is the time of its last renewal. */
const HELD_CLAIM = `WHERE id = $1 AND status = 'RUNNING' AND claimed = $2`
const RENEW = `UPDATE data_export SET progress = $3, claimed = $4 ${HELD_CLAIM}`
const FINISH = `
  UPDATE data_export SET status = 'READY', progress = 100, archive = '', size = $3, finished = $4, expires = $5 ${HELD_CLAIM}`
const FAIL = `UPDATE data_export SET status = 'FAILED', finished = $3 ${HELD_CLAIM}`
/** A node that stops in order has not failed, so this does not count as an attempt. */
const REQUEUE = `
  UPDATE data_export SET status = 'QUEUED', progress = 0, claimed = NULL, attempts = greatest(attempts - 1, 0) ${HELD_CLAIM}`
/** Locks the export, so a node that has lost its claim cannot add a part to those of the next node. */
const STORE_PART = `
  WITH held AS (SELECT id FROM data_export ${HELD_CLAIM} FOR NO KEY UPDATE)
  INSERT INTO data_export_part (export_id, number, bytes) SELECT id, $3, $4 FROM held`
const REMOVE_PARTS = `
  DELETE FROM data_export_part USING data_export
  WHERE export_id = data_export.id AND data_export.id = $1 AND data_export.status <> 'READY'`

/** The node stops, or another node has taken over the export. */
class ExportInterrupted extends Error {}

export interface MakeExportContext extends Pick<Platform, 'database' | 'clock' | 'failures' | 'texts'> {
  onReady(userId: string): Promise<void>
  isStopping(): boolean
}

/** An export that this node claimed at `since`, in milliseconds. */
export interface ClaimedExport {
  id: string
  userId: string
  since: number
}

/** Makes a claimed export and stores it. Requeues it when the node stops, and marks it as failed on an error. */
export async function makeExport(
  context: MakeExportContext,
  { id, userId, since }: ClaimedExport,
): Promise<void> {
  const { clock, onReady, texts } = context
  const { pool } = context.database
  const onError = context.failures.of('exports')
  const claim = createClaim(context, id, since)
  try {
    await pool.query(REMOVE_PARTS, [id])
    const size = await withDedicatedConnection(pool, onError, (client) =>
      writeExport({
        client,
        userId,
        texts,
        at: new Date(clock.now()),
        progress: claim.renew,
        store: storeParts(pool, id, claim),
      }),
    )
    const finished = clock.now()
    const expires = daysAfter(finished, RETENTION.exportDays)
    const values = [id, claim.renewed(), size, new Date(finished), expires]
    const { rowCount } = await pool.query(FINISH, values)
    if (rowCount) await onReady(userId)
  } catch (error) {
    if (error instanceof ExportInterrupted) await pool.query(REQUEUE, [id, claim.renewed()])
    else {
      onError(error)
      const { rowCount } = await pool.query(FAIL, [id, claim.renewed(), new Date(clock.now())])
      if (rowCount) await pool.query(REMOVE_PARTS, [id])
    }
  }
}

/** Returns a function that stores the next part. It throws ExportInterrupted when another node holds the claim. */
function storeParts(pool: Pick<Pool, 'query'>, id: string, claim: Claim) {
  let number = 0
  return async (part: Buffer) => {
    const { rowCount } = await pool.query(STORE_PART, [id, claim.renewed(), number, part])
    if (!rowCount) throw new ExportInterrupted()
    number += 1
  }
}

type Claim = ReturnType<typeof createClaim>

function createClaim(
  { database: { pool }, clock, isStopping }: MakeExportContext,
  id: string,
  since: number,
) {
  let claimed = new Date(since)
  let stored = 0
  return {
    /** The time of the last renewal. */
    renewed: () => claimed,

    /** Renews the claim with the progress in per cent. @throws ExportInterrupted */
    async renew(percent: number) {
      if (isStopping()) throw new ExportInterrupted()
      const now = clock.now()
      if (percent === stored && now - claimed.getTime() < CLAIM_TIMEOUT / 4) return
      const renewed = new Date(now)
      const { rowCount } = await pool.query(RENEW, [id, claimed, percent, renewed])
      if (!rowCount) throw new ExportInterrupted()
      claimed = renewed
      stored = percent
    },
  }
}
