import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { MigrationError } from './migration-error.ts'
import { type Migration, statementsOf } from './migration-files.ts'
import { noteOf } from './pending-migrations.ts'

export interface LockPatience {
  /** How long a migration waits for a lock, in milliseconds. Statements of running nodes queue up behind it for as long. */
  lockTimeout: number
  /** The pause before the next try, in milliseconds: running nodes work through their queue. */
  pause: number
  tries: number
}

const RECORD = `
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, applied_steps_count)
VALUES ($1, $2, now(), $3, $4, 1)`

/**
 * Applies one migration and records it. A migration that cannot lock its tables at once gives up, lets the statements behind
 * it pass, and tries again. @throws MigrationError
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  patience: LockPatience,
): Promise<void> {
  try {
    if (await lacksExtension(client, migration)) await record(client, migration)
    else if (migration.isOutsideTransaction) await applyOutsideTransaction(client, migration)
    else await applyWithRetries(client, migration, patience)
  } catch (error) {
    const reason = isLockTimeout(error)
      ? `other transactions kept its tables locked in ${patience.tries} tries. End long transactions (pg_stat_activity lists them), then start again.`
      : error instanceof Error
        ? error.message
        : String(error)
    throw new MigrationError(`Migration ${migration.name} failed: ${reason}`, { cause: error })
  }
}

/**
 * Runs a migration on an empty database within the caller's transaction, and records it. No other transaction writes there, so
 * indexes need not be built beside it.
 */
export async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  const { sql, isOutsideTransaction } = migration
  if (!(await lacksExtension(client, migration)))
    await client.query(isOutsideTransaction ? sql.replaceAll(/\bCONCURRENTLY\b/gi, '') : sql)
  await record(client, migration)
}

async function applyWithRetries(client: pg.Client, migration: Migration, patience: LockPatience) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyInTransaction(client, migration, patience)
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      if (!isLockTimeout(error) || attempt >= patience.tries) throw error
    }
    await delay(patience.pause)
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration, { lockTimeout }: LockPatience) {
  await client.query('BEGIN')
  await client.query(`SET LOCAL lock_timeout = ${lockTimeout}`)
  await client.query(migration.sql)
  await record(client, migration)
  await client.query('COMMIT')
}

/**
 * Runs each statement by itself. If the process ends in between, the next start runs all of them again, so each file first
 * drops what an interrupted run left. These statements wait for transactions without blocking writes, hence no lock timeout.
 */
async function applyOutsideTransaction(client: pg.Client, migration: Migration) {
  for (const statement of statementsOf(migration)) await client.query(statement)
  await record(client, migration)
}

async function lacksExtension(client: pg.Client, { extension }: Migration): Promise<boolean> {
  if (!extension) return false
  const { rowCount } = await client.query('SELECT 1 FROM pg_extension WHERE extname = $1', [extension])
  return rowCount === 0
}

const record = (client: pg.Client, migration: Migration) =>
  client.query(RECORD, [randomUUID(), migration.checksum, migration.name, noteOf(migration)])

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'
