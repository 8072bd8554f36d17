import type { ClientBase, Pool } from 'pg'

const NOW = {
  name: 'database-time',
  text: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
}

/** Returns the time of the database in milliseconds, which is the same for all nodes. */
export async function databaseTime(pool: Pool | ClientBase): Promise<number> {
  const { rows } = await pool.query<{ now: string }>(NOW)
  return Number(rows[0]?.now)
}
