import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isBehindPooler } from './connection-pooler.ts'

const CONNECT_TIMEOUT = 5_000
const STATEMENT_TIMEOUT = 5_000
const POLL = 4

/** Where an address of a database leads. */
export interface AddressFacts {
  /** Whether a connection pooler answers. */
  isPooled: boolean
  isStandby: boolean
  database: string
  /** The same for a primary and its standbys; null when the role may not read it. */
  cluster: string | null
}

/** Reads where an address leads, and changes nothing. @throws the error of the connection */
export const inspectAddress = (url: string): Promise<AddressFacts> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Pick<AddressFacts, 'isStandby' | 'database'>>(
      'SELECT pg_is_in_recovery() AS "isStandby", current_database() AS database',
    )
    const [row] = rows
    if (!row) throw new Error('PostgreSQL returned no row')
    return { ...row, isPooled: await isBehindPooler(client), cluster: await clusterOf(client) }
  })

/**
 * Returns how long a standby takes to replay what the primary has written until now, in milliseconds; null when it takes
 * longer than the timeout. @throws the error of a connection
 */
export const measureReplay = (
  primaryUrl: string,
  standbyUrl: string,
  timeout: number,
): Promise<number | null> =>
  withClient(standbyUrl, async (standby) => {
    const position = await withClient(primaryUrl, currentPosition)
    const begin = performance.now()
    for (;;) {
      const { rows } = await standby.query<{ replayed: boolean }>(
        'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS replayed',
        [position],
      )
      const elapsed = performance.now() - begin
      if (rows[0]?.replayed) return Math.round(elapsed)
      if (elapsed >= timeout) return null
      await delay(POLL)
    }
  })

async function currentPosition(primary: pg.Client): Promise<string | undefined> {
  const { rows } = await primary.query<{ position: string }>('SELECT pg_current_wal_lsn()::text AS position')
  return rows[0]?.position
}

/** Some managed databases keep this function to themselves. */
async function clusterOf(client: pg.Client): Promise<string | null> {
  const read = client.query<{ cluster: string }>(
    'SELECT system_identifier::text AS cluster FROM pg_control_system()',
  )
  return read.then(
    ({ rows }) => rows[0]?.cluster ?? null,
    () => null,
  )
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
