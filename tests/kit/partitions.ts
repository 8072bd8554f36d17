import { resolve } from 'node:path'
import type { Pool } from 'pg'
import { createPartitionJob } from '#server/domains/chat/partitions/partition-job.ts'
import { readPartitions } from '#server/domains/chat/partitions/partition-list.ts'
import { applyMigrations } from '#server/platform/postgres/index.ts'
import { createEmptyDatabase } from './database.ts'
import { copyMigrations } from './extra-migrations.ts'
import { openRows, type Rows } from './rows.ts'
import { testPlatform } from './test-platform.ts'

export const PARTITIONS_MIGRATION = '20261210100000_message_partitions'
/** Change the table that the migration above divides. */
export const LATER_MIGRATIONS = [
  '20261214045700_lengths_as_people_see_them',
  '20261214045701_validate_lengths',
]

const OWN = resolve(import.meta.dirname, '../../prisma/migrations')

/** A migrated database whose messages have no partitions of months yet; without that migration, they are one table. */
export async function openUnpartitioned({ without }: { without?: string } = {}): Promise<Rows> {
  const database = await createEmptyDatabase()
  if (without === undefined) await applyMigrations({ url: database.url, directory: OWN })
  else {
    const before = await copyMigrations()
    for (const name of [without, ...LATER_MIGRATIONS]) await before.remove(name)
    await applyMigrations({ url: database.url, directory: before.directory })
    await before[Symbol.asyncDispose]()
  }
  return openRows({ testDatabase: database })
}

export const applyOwnMigrations = (rows: Rows) => applyMigrations({ url: rows.url, directory: OWN })

/** Runs the job at a time. @throws what it reports */
export async function runPartitionJob(pool: Pool, now: number, retentionMonths: number | null = null) {
  const failed: unknown[] = []
  const platform = testPlatform({ pool, onFailure: (error) => void failed.push(error) })
  await createPartitionJob(platform, retentionMonths, async () => now).run()
  if (failed.length > 0) throw failed[0]
}

/** Returns the partitions in their order, with the messages of each. */
export async function partitionsOf(pool: Pool): Promise<[name: string, messages: number][]> {
  const client = await pool.connect()
  try {
    const { partitions } = await readPartitions(client)
    const found: [string, number][] = []
    for (const { name } of partitions) {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`)
      found.push([name, rows[0]?.count ?? Number.NaN])
    }
    return found
  } finally {
    client.release()
  }
}
