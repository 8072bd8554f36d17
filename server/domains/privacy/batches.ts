import type { Pool } from 'pg'

/** One pass over what is due. */
export interface Sweep {
  pool: Pick<Pool, 'query'>
  now: number
  /** False once the node stops. */
  carryOn(): boolean
  onError(error: unknown): void
}

/** The node stops; what is left is done at its next start, or by another node. */
export class Stopped extends Error {}

const BATCH = 1_000
export const PEOPLE_AT_ONCE = 100

/** A batch of what a condition finds, with the table's key named as it stands in `from`. */
const some = (
  table: string,
  { key = 'id', from = table, where }: { key?: string; from?: string; where: string },
) => `(${key.replaceAll(`${table}.`, '')}) IN (SELECT ${key} FROM ${from} WHERE ${where} LIMIT ${BATCH})`

export const portion = (table: string, rows: { key?: string; from?: string; where: string }) =>
  `DELETE FROM ${table} WHERE ${some(table, rows)}`

export const emptied = (table: string, columns: Record<string, 'NULL' | "'[]'">, where: string) =>
  `UPDATE ${table} SET ${Object.entries(columns).map((pair) => pair.join(' = '))} WHERE ${some(table, { where })}`

/** Repeats a statement that changes one batch at most, until one is not full. Between two, others have their turn. */
export async function inBatches(
  { pool, carryOn }: Pick<Sweep, 'pool' | 'carryOn'>,
  text: string,
  values: unknown[],
): Promise<void> {
  while (carryOn()) {
    const { rowCount } = await pool.query(text, values)
    if ((rowCount ?? 0) < BATCH) return
  }
  throw new Stopped()
}

/**
 * Does something with each person whom a query finds, until it finds nobody new. The query's last parameter is whom it
 * leaves out: those with whom it failed, so that one keeps nobody else's turn from coming.
 */
export async function eachOf(
  text: string,
  values: unknown[],
  { pool, carryOn, onError }: Pick<Sweep, 'pool' | 'carryOn' | 'onError'>,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const failed: string[] = []
  for (;;) {
    const { rows } = await pool.query<{ id: string }>(text, [...values, failed])
    if (rows.length === 0) return
    for (const { id } of rows) {
      if (!carryOn()) throw new Stopped()
      try {
        await work(id)
      } catch (error) {
        if (error instanceof Stopped) throw error
        onError(error)
        failed.push(id)
      }
    }
  }
}
