import type { Pool, PoolClient } from 'pg'

/** Runs the work in a read-only transaction of a new connection, and closes the connection with all its settings. */
export async function withDedicatedConnection<Result>(
  pool: Pool,
  onError: (error: unknown) => void,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  client.on('error', onError)
  try {
    await client.query('BEGIN READ ONLY')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } finally {
    client.off('error', onError)
    client.release(true)
  }
}
