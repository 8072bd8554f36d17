import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import {
  type BackupOptions,
  createBackup,
  type RestoreOptions,
  restoreBackup,
} from '#server/platform/backup/index.ts'
import { readMigrations } from '#server/platform/postgres/index.ts'
import { TEST_SECRET_KEY } from './secret-key.ts'

/** The tables that a backup leaves out, because their rows mean nothing elsewhere. */
const LEFT_OUT = ['_prisma_migrations', 'list_size', 'session_invalidation']

/** Of partitions, without names that PostgreSQL chooses. */
const STRUCTURE = `
  SELECT CASE WHEN relispartition THEN regexp_replace(pg_get_indexdef(indexrelid), ' INDEX \\S+ ', ' INDEX ')
      ELSE pg_get_indexdef(indexrelid) END AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid) || ' ' || convalidated
    FROM pg_constraint LEFT JOIN pg_class ON pg_class.oid = conrelid
    WHERE connamespace = 'public'::regnamespace AND conparentid = 0 AND NOT (contype = 'n' AND relispartition)
  UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`

export const migrationsFolder = resolve(import.meta.dirname, '../../prisma/migrations')

/** Runs one statement on a connection of its own. */
export async function queryOnce<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns the number of rows and a digest of all values of each table. */
export async function digestsOf(url: string): Promise<Record<string, string>> {
  const tables = await queryOnce<{ name: string }>(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1`,
    [LEFT_OUT],
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await queryOnce<{ digest: string }>(
      url,
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(entry::text, ' ' ORDER BY entry::text), '')) AS digest
       FROM "${name}" entry`,
    )
    digests[name] = row?.digest ?? ''
  }
  return digests
}

/** Returns the definitions of indexes, constraints and triggers. */
export const structureOf = async (url: string): Promise<string[]> =>
  (await queryOnce<{ definition: string }>(url, STRUCTURE)).map(({ definition }) => definition)

/** Creates a folder for backups. */
export const backupsFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'rapport-backups-'))

export const backUp = (url: string, to: string, changes: Partial<BackupOptions> = {}) =>
  createBackup({
    url,
    to,
    version: '0.1.0',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...changes,
  })

/** Restores a backup, without anything that follows the rows. */
export const restore = async (from: string, url: string, changes: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    from,
    secretKey: TEST_SECRET_KEY,
    onProgress: () => undefined,
    openTarget: async () => ({ url }),
    migrations: await readMigrations(migrationsFolder),
    finish: async () => undefined,
    ...changes,
  })
