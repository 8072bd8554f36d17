import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { applyMigration, type LockPatience } from './apply-migration.ts'
import { isBehindPooler } from './connection-pooler.ts'
import { MigrationError } from './migration-error.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { findPending } from './pending-migrations.ts'
import { refuseUnfinishedRestore } from './restore-mark.ts'

/** The lock of Prisma's own `migrate deploy`, so the two never run at once. */
export const MIGRATIONS_LOCK = 72_707_369

/** How often a node asks whether another one has finished its migrations, in milliseconds. */
const LOCK_POLL = 250

const PATIENCE: LockPatience = { lockTimeout: 1_000, pause: 500, tries: 120 }

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

export interface MigrationOptions {
  /** A direct connection: a pooler in transaction mode cannot hold the lock. */
  url: string
  directory: string
  /** The version of the product, which a newer database may refuse. */
  version?: string
  patience?: LockPatience
}

/**
 * Applies the pending migrations and records them in the table of Prisma's own tool. Returns their names. Nodes that start at
 * once wait for each other. @throws MigrationError when a migration fails, failed before or was edited, when the database is
 * too new for this version, or when a connection pooler answers
 */
export async function applyMigrations({
  url,
  directory,
  version,
  patience = PATIENCE,
}: MigrationOptions): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString: url })
  // A broken connection also rejects the pending statement, so its error event needs no handling.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const isComplete = async () => (await findPending(client, migrations, version ?? null)).length === 0
    await refuseUnfinishedRestore(client)
    if (await isComplete()) return []
    await assertDirect(client)
    await takeLock(client)
    await refuseUnfinishedRestore(client)
    return await applyPending(client, migrations, { version, patience })
  } finally {
    await client.end()
  }
}

/** Applies the pending ones of `migrations` on a connection that holds `MIGRATIONS_LOCK`. @throws MigrationError */
export async function applyPending(
  client: pg.Client,
  migrations: readonly Migration[],
  { version, patience = PATIENCE }: { version?: string | undefined; patience?: LockPatience } = {},
): Promise<string[]> {
  await createMigrationsTable(client)
  const pending = await findPending(client, migrations, version ?? null)
  for (const migration of pending) await applyMigration(client, migration, patience)
  return pending.map(({ name }) => name)
}

/** Creates the table of the applied migrations. */
export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(TABLE)
}

/** Returns the names of the migrations that are not applied. @throws MigrationError as `applyMigrations` */
export async function findPendingMigrations(client: pg.Client, directory: string): Promise<string[]> {
  const pending = await findPending(client, await readMigrations(directory), null)
  return pending.map(({ name }) => name)
}

async function assertDirect(client: pg.Client) {
  if (!(await isBehindPooler(client))) return
  throw new MigrationError(
    'The database needs migrations, which do not work through a connection pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  )
}

/** Waits without a running statement: CREATE INDEX CONCURRENTLY on another node waits for every statement to end. */
async function takeLock(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATIONS_LOCK,
    ])
    if (rows[0]?.taken) return
    await delay(LOCK_POLL)
  }
}
