import type { Pool } from 'pg'

/** One pass over all data that are due for erasure or deletion. */
export interface Sweep {
  pool: Pick<Pool, 'query'>
  now: number
  /** Returns false when the node stops. */
  shouldContinue(): boolean
  onError(error: unknown): void
}

/** The node stops. The rest is done at its next start, or by another node. */
export class SweepStopped extends Error {}

/** How many rows a statement changes at most. */
const BATCH_SIZE = 1_000
export const USERS_PER_QUERY = 100

/** Returns SQL that matches a batch of rows. `key` is the table's key as `from` names it. */
const batchOf = (
  table: string,
  { key = 'id', from = table, where }: { key?: string; from?: string; where: string },
) => `(${key.replaceAll(`${table}.`, '')}) IN (SELECT ${key} FROM ${from} WHERE ${where} LIMIT ${BATCH_SIZE})`

/** Returns a statement that deletes a batch of rows. */
export const deleteBatch = (table: string, rows: { key?: string; from?: string; where: string }) =>
  `DELETE FROM ${table} WHERE ${batchOf(table, rows)}`

/** Returns a statement that empties columns of a batch of rows. */
export const clearBatch = (
  table: string,
  columns: Record<string, 'NULL' | "'[]'" | 'false'>,
  where: string,
  key = 'id',
) =>
  `UPDATE ${table} SET ${Object.entries(columns).map((pair) => pair.join(' = '))} WHERE ${batchOf(table, { key, where })}`

/** Repeats a statement until its batch is not full. @throws SweepStopped */
export async function inBatches(
  { pool, shouldContinue }: Pick<Sweep, 'pool' | 'shouldContinue'>,
  text: string,
  values: unknown[],
): Promise<void> {
  while (shouldContinue()) {
    const { rowCount } = await pool.query(text, values)
    if ((rowCount ?? 0) < BATCH_SIZE) return
  }
  throw new SweepStopped()
}

/**
 * Runs `work` for each user that a query finds, until it finds no more. The query's last parameter is the list of users to
 * skip: those for whom `work` failed, so one failure does not stop the others. @throws SweepStopped
 */
export async function forEachUser(
  text: string,
  values: unknown[],
  { pool, shouldContinue, onError }: Pick<Sweep, 'pool' | 'shouldContinue' | 'onError'>,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const failed: string[] = []
  for (;;) {
    const { rows } = await pool.query<{ id: string }>(text, [...values, failed])
    if (rows.length === 0) return
    for (const { id } of rows) {
      if (!shouldContinue()) throw new SweepStopped()
      try {
        await work(id)
      } catch (error) {
        if (error instanceof SweepStopped) throw error
        onError(error)
        failed.push(id)
      }
    }
  }
}
