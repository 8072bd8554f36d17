import type pg from 'pg'
import { MigrationError } from './migration-error.ts'
import type { Migration } from './migration-files.ts'

interface AppliedRow {
  migration_name: string
  checksum: string
  finished_at: Date | null
  logs: string | null
}

/** What the table of migrations records of one that removes something; see `Migration.completes`. */
export const noteOf = ({ completes }: Migration) => (completes === null ? null : `completes ${completes}`)

/**
 * Returns the migrations that the database does not have yet. It may have more than this version knows: what they add does
 * not disturb an older version. @throws MigrationError when one failed before, was edited after it was applied, or removed
 * what this version uses
 */
export async function findPending(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  version: string | null,
): Promise<Migration[]> {
  const applied = new Map((await readApplied(client)).map((row) => [row.migration_name, row]))
  for (const { name, checksum } of migrations) {
    const row = applied.get(name)
    if (row && !row.finished_at)
      throw new MigrationError(`Migration ${name} failed earlier and was not resolved.`)
    if (row && row.checksum !== checksum)
      throw new MigrationError(`Migration ${name} was edited after it had been applied.`)
  }
  const known = new Set(migrations.map(({ name }) => name))
  for (const row of applied.values()) if (!known.has(row.migration_name)) assertNewEnough(row, version)
  return migrations.filter(({ name }) => !applied.has(name))
}

async function readApplied(client: pg.ClientBase): Promise<AppliedRow[]> {
  const { rows: tables } = await client.query("SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL")
  if (tables.length === 0) return []
  const { rows } = await client.query<AppliedRow>(
    'SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  return rows
}

/** Returns the migrations that a database has, in their order; none when it is empty. */
export async function readAppliedMigrations(
  client: pg.ClientBase,
): Promise<{ name: string; checksum: string }[]> {
  const rows = await readApplied(client)
  return rows
    .filter((row) => row.finished_at !== null)
    .map((row) => ({ name: row.migration_name, checksum: row.checksum }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function assertNewEnough({ migration_name: name, logs }: AppliedRow, version: string | null) {
  const [, needed] = /^completes (\d+\.\d+\.\d+)$/.exec(logs ?? '') ?? []
  if (needed === undefined || version === null || !isOlder(version, needed)) return
  throw new MigrationError(
    `This version (${version}) is too old for the database: migration ${name} removed what versions before ${needed} use. Start version ${needed} or newer.`,
  )
}

function isOlder(version: string, than: string): boolean {
  const order = new Intl.Collator('en', { numeric: true })
  return order.compare(version, than) < 0
}
