import type { Tombstone, Tombstones } from '#server/platform/tombstones/index.ts'
import type { Sweep } from './batches.ts'
import { eraseDue, type MailboxSignals, NO_PASSWORD } from './erasure.ts'

/** How many accounts a statement changes at most. */
const BATCH_SIZE = 1_000

const CLOSE = `
  UPDATE "user" SET active = false, closed_at = entry.closed_at, erase_after = entry.erase_after
  FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) AS entry(id, closed_at, erase_after)
  WHERE "user".id = entry.id AND erased_at IS NULL
    AND ("user".closed_at, "user".erase_after) IS DISTINCT FROM (entry.closed_at, entry.erase_after)`

const REOPEN = `
  UPDATE "user" SET active = true, closed_at = NULL, erase_after = NULL
  WHERE id = ANY($1::uuid[]) AND erased_at IS NULL AND closed_at IS NOT NULL`

/** Without a password hash, an erasure counts as interrupted: it goes on although the restored report is open again. */
const BEGIN_AGAIN = `
  UPDATE "user" SET active = false, password_hash = '${NO_PASSWORD}', closed_at = coalesce(closed_at, entry.at),
    erase_after = least(erase_after, entry.at)
  FROM unnest($1::uuid[], $2::timestamptz[]) AS entry(id, at)
  WHERE "user".id = entry.id AND erased_at IS NULL`

/** How many accounts changed. */
export interface RepeatedErasures {
  closed: number
  reopened: number
  erased: number
}

/**
 * Applies what happened to accounts after a backup was made, and erases all members who are due. Idempotent. Entries of
 * accounts that the database does not have change nothing. Errors of single erasures go to `sweep.onError`.
 */
export async function repeatErasures(
  sweep: Sweep,
  signals: MailboxSignals & { tombstones: Tombstones },
  entries: readonly Tombstone[],
): Promise<RepeatedErasures> {
  const latest = new Map(
    entries.filter(({ kind }) => kind !== 'erased').map((entry) => [entry.userId, entry]),
  )
  const last = [...latest.values()]
  const closed = last.filter((entry) => entry.kind === 'closed')
  const reopened = last.filter(({ kind }) => kind === 'reopened')
  const erased = entries.filter(({ kind }) => kind === 'erased')
  const counts = {
    closed: await change(sweep, CLOSE, closed, ({ userId, closedAt, eraseAfter }) => [
      userId,
      closedAt,
      eraseAfter,
    ]),
    reopened: await change(sweep, REOPEN, reopened, ({ userId }) => [userId]),
    erased: await change(sweep, BEGIN_AGAIN, erased, ({ userId, at }) => [userId, at]),
  }
  await eraseDue(sweep, signals)
  return counts
}

/** Runs a statement that takes a list for each column of the entries. Returns how many rows it changed. */
async function change<Entry>(
  { pool }: Sweep,
  text: string,
  entries: readonly Entry[],
  columnsOf: (entry: Entry) => unknown[],
): Promise<number> {
  let changed = 0
  for (let start = 0; start < entries.length; start += BATCH_SIZE) {
    const rows = entries.slice(start, start + BATCH_SIZE).map(columnsOf)
    const columns = (rows[0] ?? []).map((_, index) => rows.map((row) => row[index]))
    changed += (await pool.query(text, columns)).rowCount ?? 0
  }
  return changed
}
