import type { Pool } from 'pg'

/** Returns how long the console's lists are, by the names that triggers of the database give them. */
export async function readListSizes(pool: Pool): Promise<(list: string) => number> {
  const { rows } = await pool.query<{ list: string; size: number }>({
    name: 'list-sizes',
    text: 'SELECT list, sum(change)::int AS size FROM list_size GROUP BY list',
  })
  const sizes = new Map(rows.map(({ list, size }) => [list, size]))
  return (list) => sizes.get(list) ?? 0
}
