import { resolve } from 'node:path'
import pg from 'pg'
import { createPartitionJob } from '#server/domains/chat/partitions/partition-job.ts'
import { startEmbeddedPostgres } from '#server/local/index.ts'
import { applyMigrations } from '#server/platform/postgres/index.ts'
import { createDataFolder } from './data-folder.ts'
import { startRedis } from './redis-server.ts'
import { testPlatform } from './test-platform.ts'

export const TEMPLATE = 'rapport_template'

export interface TestServers {
  readonly postgresUrl: string
  /** Null without redis-server. */
  readonly redisUrl: string | null
  stop(): Promise<void>
}

/** Starts Redis, and PostgreSQL with a migrated template database. */
export async function startTestServers(): Promise<TestServers> {
  const folder = await createDataFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  // All of it is thrown away, so nothing has to reach the disk. Tests of durability use their own servers.
  await admin.query('ALTER SYSTEM SET fsync = off')
  await admin.query('SELECT pg_reload_conf()')
  await admin.query(`CREATE DATABASE ${TEMPLATE}`)
  await admin.end()
  const template = new URL(postgres.url)
  template.pathname = `/${TEMPLATE}`
  await applyMigrations({
    url: template.href,
    directory: resolve(import.meta.dirname, '../../prisma/migrations'),
  })
  await createPartitions(template.href)
  const redis = await startRedis()
  return {
    postgresUrl: postgres.url,
    redisUrl: redis?.url ?? null,
    async stop() {
      await redis?.stop()
      await postgres[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

/** Every server would create the partitions of the months ahead in its own database. */
async function createPartitions(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  const failed: unknown[] = []
  const platform = testPlatform({ pool, onFailure: (error) => void failed.push(error) })
  await createPartitionJob(platform, null).run()
  await pool.end()
  if (failed.length > 0) throw failed[0]
}
