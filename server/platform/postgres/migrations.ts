import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** The lock of Prisma's own `migrate deploy`, so the two never run at once. */
const ADVISORY_LOCK = 72_707_369

const TABLE = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

interface Migration {
  name: string
  sql: string
  checksum: string
}

export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MigrationError'
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const content = await readFile(join(directory, name, 'migration.sql'))
      return {
        name,
        sql: content.toString('utf8'),
        checksum: createHash('sha256').update(content).digest('hex'),
      }
    }),
  )
}

/**
 * Applies the pending migrations, each in its own transaction, and records them in the table of Prisma's own tool.
 * Returns their names. @throws MigrationError when a migration fails, failed before, or was edited after it was applied
 */
export async function applyMigrations({
  url,
  directory,
}: {
  url: string
  directory: string
}): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString: url })
  // A broken connection also rejects the pending statement, so its error event needs no handling.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    await client.query(TABLE)
    const pending = await pendingAmong(client, migrations)
    for (const migration of pending) await applyOne(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Returns the names of the migrations that are not applied. @throws MigrationError as `applyMigrations` */
export async function findPendingMigrations(client: pg.Client, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const { rows } = await client.query("SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL")
  const pending = rows.length === 0 ? migrations : await pendingAmong(client, migrations)
  return pending.map(({ name }) => name)
}

async function pendingAmong(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{
    migration_name: string
    checksum: string
    finished_at: Date | null
  }>('SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL')
  const applied = new Map(rows.map((row) => [row.migration_name, row]))
  return migrations.filter(({ name, checksum }) => {
    const earlier = applied.get(name)
    if (earlier && !earlier.finished_at)
      throw new MigrationError(`Migration ${name} failed earlier and was not resolved.`)
    if (earlier && earlier.checksum !== checksum)
      throw new MigrationError(`Migration ${name} was edited after it had been applied.`)
    return !earlier
  })
}

async function applyOne(client: pg.Client, { name, sql, checksum }: Migration) {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new MigrationError(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}
