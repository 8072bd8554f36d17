import pg from 'pg'
import { findPendingMigrations } from './migrations.ts'

const CONNECT_TIMEOUT = 5_000

/** What an operator needs to know about a database before the server uses it. */
export interface DatabaseFacts {
  /** Such as `18.4`. */
  version: string
  majorVersion: number
  /** Whether the role may create tables, which migrations need. */
  canCreateTables: boolean
  maxConnections: number
  /** Whether the extension pg_trgm is installed. */
  hasTrigrams: boolean
  /** Names, in the order in which they are applied. */
  pendingMigrations: string[]
  /** How far this machine's clock is ahead of the database's, in milliseconds. */
  clockDifference: number
}

const FACTS = `
SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::int / 10000 AS "majorVersion",
  has_schema_privilege('public', 'CREATE') AS "canCreateTables",
  current_setting('max_connections')::int AS "maxConnections",
  EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigrams",
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`

/** Reads the facts, and changes nothing. @throws the error of the connection; MigrationError as `applyMigrations` */
export async function inspectDatabase(url: string, migrationsDirectory: string): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const before = Date.now()
    const { rows } = await client.query<
      Omit<DatabaseFacts, 'pendingMigrations' | 'clockDifference'> & { now: number }
    >(FACTS)
    const after = Date.now()
    const [row] = rows
    if (!row) throw new Error('PostgreSQL returned no row')
    const { now, ...facts } = row
    return {
      ...facts,
      clockDifference: Math.round((before + after) / 2 - now),
      pendingMigrations: await findPendingMigrations(client, migrationsDirectory),
    }
  } finally {
    await client.end()
  }
}
