import type { Pool } from 'pg'

/** One pass over what is due. */
export interface Sweep {
  pool: Pick<Pool, 'query'>
  now: number
  /** False once the node stops. */
  shouldContinue(): boolean
  onError(error: unknown): void
}

/** The node stops; what is left is done at its next start, or by another node. */
export class SweepStopped extends Error {}

const BATCH = 1_000
export const USERS_PER_QUERY = 100

/** A batch of what a condition finds, with the table's key named as it stands in `from`. */
const batchOf = (
  table: string,
  { key = 'id', from = table, where }: { key?: string; from?: string; where: string },
) => `(${key.replaceAll(`${table}.`, '')}) IN (SELECT ${key} FROM ${from} WHERE ${where} LIMIT ${BATCH})`

export const deleteBatch = (table: string, rows: { key?: string; from?: string; where: string }) =>
  `DELETE FROM ${table} WHERE ${batchOf(table, rows)}`

export const clearBatch = (table: string, columns: Record<string, 'NULL' | "'[]'">, where: string) =>
  `UPDATE ${table} SET ${Object.entries(columns).map((pair) => pair.join(' = '))} WHERE ${batchOf(table, { where })}`

/** Repeats a statement that changes one batch at most, until one is not full. Between two, others have their turn. */
export async function inBatches(
  { pool, shouldContinue }: Pick<Sweep, 'pool' | 'shouldContinue'>,
  text: string,
  values: unknown[],
): Promise<void> {
  while (shouldContinue()) {
    const { rowCount } = await pool.query(text, values)
    if ((rowCount ?? 0) < BATCH) return
  }
  throw new SweepStopped()
}

/**
 * Does something with each person whom a query finds, until it finds nobody new. The query's last parameter is whom it
 * leaves out: those with whom it failed, so that one keeps nobody else's turn from coming.
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
