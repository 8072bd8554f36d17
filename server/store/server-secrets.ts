import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

/** A key that all nodes share, made by whichever asks first. */
export async function serverSecret(pool: Pool, name: string): Promise<Buffer> {
  await pool.query('INSERT INTO server_secret (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    randomBytes(32),
  ])
  const { rows } = await pool.query<{ value: Buffer }>('SELECT value FROM server_secret WHERE name = $1', [
    name,
  ])
  const [row] = rows
  if (!row) throw new Error(`the server's secret ${name} is gone`)
  return row.value
}
