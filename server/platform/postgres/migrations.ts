import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** The lock of Prisma's own `migrate deploy`, so the two never run at once. */
export const MIGRATIONS_LOCK = 72_707_369

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

/** Exists while a restore fills the database. Only the restore that created it may go on. */
export const RESTORE_MARK = 'unfinished_restore'

export interface Migration {
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

/** Reads the migrations of a folder, in their order. */
export async function readMigrations(directory: string): Promise<Migration[]> {
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
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATIONS_LOCK])
    await refuseUnfinishedRestore(client)
    return await applyPending(client, migrations)
  } finally {
    await client.end()
  }
}

async function refuseUnfinishedRestore(client: pg.Client) {
  if (await hasUnfinishedRestore(client))
    throw new MigrationError(
      'A restore into this database did not finish. Run npm run restore again with the same backup.',
    )
}

/** Returns whether a restore of this database has begun and did not end. */
export async function hasUnfinishedRestore(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>('SELECT to_regclass($1) AS mark', [
    RESTORE_MARK,
  ])
  return (rows[0]?.mark ?? null) !== null
}

/** Applies the pending ones of `migrations` on a connection that holds `MIGRATIONS_LOCK`. @throws MigrationError */
export async function applyPending(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(TABLE)
  const { rows } = await client.query<{
    migration_name: string
    checksum: string
    finished_at: Date | null
  }>('SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL')
  const applied = new Map(rows.map((row) => [row.migration_name, row]))
  const now: string[] = []
  for (const migration of migrations) {
    const earlier = applied.get(migration.name)
    if (!earlier) {
      await applyOne(client, migration)
      now.push(migration.name)
    } else if (!earlier.finished_at) {
      throw new MigrationError(`Migration ${migration.name} failed earlier and was not resolved.`)
    } else if (earlier.checksum !== migration.checksum) {
      throw new MigrationError(`Migration ${migration.name} was edited after it had been applied.`)
    }
  }
  return now
}

/** Returns the migrations that a database has, in their order; none when it is empty. */
export async function readAppliedMigrations(
  client: pg.Client,
): Promise<{ name: string; checksum: string }[]> {
  const { rows: found } = await client.query<{ table: string | null }>(
    "SELECT to_regclass('_prisma_migrations') AS table",
  )
  if (!found[0]?.table) return []
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )
  return rows
}

async function applyOne(client: pg.Client, migration: Migration) {
  try {
    await client.query('BEGIN')
    await runMigration(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    const reason = error instanceof Error ? error.message : error
    throw new MigrationError(`Migration ${migration.name} failed: ${reason}`, { cause: error })
  }
}

/** Runs a migration within the caller's transaction, and records it. */
export async function runMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ($1, $2, now(), $3, 1)`,
    [randomUUID(), checksum, name],
  )
}

/** Creates the table of the applied migrations. */
export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(TABLE)
}
