import { createHash } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { PRODUCT } from '#schema/product.ts'
import {
  hasUnfinishedRestore,
  MIGRATIONS_LOCK,
  readAppliedMigrations,
} from '#server/platform/postgres/index.ts'
import { BackupError } from './backup-error.ts'
import { connect } from './connect.ts'
import { syncFolder, writeDurably } from './durable-files.ts'
import { BACKUP_FORMAT, MANIFEST_DIGEST_FILE, MANIFEST_FILE, type Manifest } from './manifest.ts'
import type { OnProgress } from './progress.ts'
import { readPartitions, readSequences, readTables } from './read-structure.ts'
import { writeTable } from './write-table.ts'

export interface BackupOptions {
  url: string
  /** The folder that gets a folder for this backup. */
  to: string
  /** The version of the product. */
  version: string
  onProgress: OnProgress
  signal: AbortSignal
}

interface Snapshot extends Pick<Manifest, 'created' | 'migrations' | 'partitions'> {
  tables: Pick<Manifest['tables'][number], 'name' | 'columns'>[]
}

/**
 * Writes a consistent copy of the database while members use it. The copy gets its name when it is complete; a copy that
 * ends early is removed, or keeps a name that ends in `.partial`. @throws BackupError
 */
export async function createBackup(options: BackupOptions): Promise<{ path: string; manifest: Manifest }> {
  const client = await connect(options.url)
  try {
    const snapshot = await beginSnapshot(client)
    const path = join(options.to, `${PRODUCT.slug}-${snapshot.created.replace(/[:.]/g, '-')}`)
    const partial = `${path}.partial`
    await mkdir(options.to, { recursive: true, mode: 0o700 })
    await mkdir(partial, { mode: 0o700 })
    try {
      const manifest = await writeContents(client, partial, snapshot, options)
      await rename(partial, path)
      await syncFolder(options.to)
      return { path, manifest }
    } catch (error) {
      await rm(partial, { recursive: true, force: true })
      throw error
    }
  } finally {
    await client.end()
  }
}

/**
 * Begins the transaction that sees the database as it is now, and locks the tables against changes of their structure.
 * The lock of the migrations keeps one from running between the two.
 */
async function beginSnapshot(client: Client): Promise<Snapshot> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [MIGRATIONS_LOCK])
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const migrations = await readAppliedMigrations(client)
    if (migrations.length === 0) throw new BackupError(`This database has no tables of ${PRODUCT.name}.`)
    if (await hasUnfinishedRestore(client))
      throw new BackupError('A restore into this database did not finish. There is nothing to back up yet.')
    const tables = await readTables(client)
    await client.query(`LOCK TABLE ${tables.map(({ name }) => `"${name}"`).join(', ')} IN ACCESS SHARE MODE`)
    const { rows } = await client.query<{ created: Date }>(
      "SELECT date_trunc('milliseconds', now()) AS created",
    )
    const created = rows[0]?.created.toISOString() ?? ''
    return { created, migrations, tables, partitions: await readPartitions(client) }
  } finally {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [MIGRATIONS_LOCK]).catch(() => undefined)
  }
}

async function writeContents(
  client: Client,
  folder: string,
  { tables, ...snapshot }: Snapshot,
  { version, ...options }: BackupOptions,
): Promise<Manifest> {
  const written: Manifest['tables'] = []
  for (const table of tables) written.push(await writeTable(client, folder, table, options))
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    version,
    ...snapshot,
    tables: written,
    sequences: await readSequences(client),
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const digest = createHash('sha256').update(text).digest('hex')
  await writeDurably(join(folder, MANIFEST_FILE), text)
  await writeDurably(join(folder, MANIFEST_DIGEST_FILE), `${digest}  ${MANIFEST_FILE}\n`)
  await syncFolder(folder)
  return manifest
}
