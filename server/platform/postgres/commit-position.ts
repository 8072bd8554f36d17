import type { Pool } from 'pg'

/**
 * The write-ahead log of every acknowledged commit lies before this position. Where the operator acknowledges commits before
 * they are flushed, the position of inserted records is the one that counts.
 */
const POSITION = {
  name: 'commit-position',
  text: `SELECT (CASE WHEN current_setting('synchronous_commit') = 'off'
    THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0')::text AS position`,
}

/**
 * Returns a function that reads the primary's position in bytes. Calls share a statement that begins after all of them, so
 * the primary runs one at a time, however many reads there are.
 */
export function createCommitPosition(primary: Pool): () => Promise<bigint> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<bigint> | null = null

  async function read(): Promise<bigint> {
    const { rows } = await primary.query<{ position: string }>(POSITION)
    return BigInt(rows[0]?.position ?? 0)
  }

  return () => {
    next ??= running.then(() => {
      // A call from now on may follow a commit that this statement does not see.
      next = null
      const reading = read()
      running = reading.catch(() => undefined)
      return reading
    })
    return next
  }
}
