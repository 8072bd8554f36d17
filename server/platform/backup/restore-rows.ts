import type { Client } from 'pg'
import { createMigrationsTable, type Migration, runMigration } from '#server/platform/postgres/index.ts'
import { BackupError } from './backup-error.ts'
import { withBulkLoading } from './bulk-load.ts'
import { withCompleteEnums } from './complete-enums.ts'
import type { Manifest } from './manifest.ts'
import type { OnProgress } from './progress.ts'
import { readTables } from './read-structure.ts'
import { restorePartitions } from './restore-partitions.ts'
import { restoreTable } from './restore-table.ts'
import { markRowsRestored } from './restore-target.ts'
import type { VerifiedBackup } from './verify-backup.ts'

/**
 * Creates the tables as the migrations of the backup made them, and fills them, in one transaction. @throws BackupError
 * when the result differs from the manifest
 */
export async function restoreRows(
  client: Client,
  { folder, manifest }: VerifiedBackup,
  { migrations, onProgress }: { migrations: readonly Migration[]; onProgress: OnProgress },
): Promise<void> {
  await client.query('BEGIN')
  try {
    await createMigrationsTable(client)
    for (const migration of withCompleteEnums(migrations)) await runMigration(client, migration)
    await compareColumns(client, manifest)
    await restorePartitions(client, manifest)
    const tables = manifest.tables.map(({ name }) => name)
    await withBulkLoading(client, tables, async () => {
      for (const table of manifest.tables) await restoreTable(client, folder, table, onProgress)
    })
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [`"${name}"`, value, isCalled])
    await recountLists(client)
    await compareCounts(client, manifest)
    await markRowsRestored(client)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function compareColumns(client: Client, { tables }: Manifest) {
  const written = new Map((await readTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  const differing = tables.find(({ name, columns }) => {
    const found = written.get(name)
    return found?.size !== columns.length || !columns.every((column) => found.has(column))
  })
  if (differing || written.size !== tables.length)
    throw new BackupError(
      `The tables of this backup differ from those of its migrations${differing ? ` (${differing.name})` : ''}. Was the database changed by hand?`,
    )
}

/** The console's totals are written by triggers, which did not run. Versions before 0.2 have none. */
async function recountLists(client: Client) {
  const { rows } = await client.query<{ found: string | null }>(
    "SELECT to_regprocedure('recount_lists()') AS found",
  )
  if (rows[0]?.found) await client.query('SELECT recount_lists()')
}

async function compareCounts(client: Client, { tables }: Manifest) {
  for (const { name, rows: expected } of tables) {
    const { rows } = await client.query<{ found: string }>(`SELECT count(*) AS found FROM "${name}"`)
    if (Number(rows[0]?.found) !== expected)
      throw new BackupError(
        `The table ${name} has ${rows[0]?.found} rows instead of ${expected}. Nothing was restored.`,
      )
  }
}
