import { Redis } from 'ioredis'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/local/index.ts'
import { createDataFolder } from '../../kit/data-folder.ts'
import { startRedis } from '../../kit/redis-server.ts'

export interface Stores {
  /** Null without redis-server. */
  readonly redisUrl: string | null
  /** Creates an empty database. */
  createDatabase(name: string): Promise<string>
  /** Returns how many transactions have written to a database so far, by the id of the next one. */
  writingTransactions(): Promise<number>
  /** Returns the versions of PostgreSQL and of Redis, which is null without redis-server. */
  versions(): Promise<{ postgres: string; redis: string | null }>
  /** Writes what earlier runs left to be written. Otherwise it would slow down the next one. */
  checkpoint(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts the PostgreSQL and the Redis that all contenders share. @throws Error if PostgreSQL would not write each commit to disk */
export async function startStores(): Promise<Stores> {
  const folder = await createDataFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  for (const setting of ['fsync', 'synchronous_commit']) {
    const { rows } = await admin.query<Record<string, string>>(`SHOW ${setting}`)
    if (rows[0]?.[setting] !== 'on') throw new Error(`${setting} must be on`)
  }
  const redis = await startRedis()
  const stop = async () => {
    await admin.end()
    await redis?.stop()
    await postgres[Symbol.asyncDispose]()
    await folder.remove()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  return {
    redisUrl: redis?.url ?? null,
    async createDatabase(name) {
      await admin.query(`CREATE DATABASE ${name}`)
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      return url.href
    },
    async writingTransactions() {
      const { rows } = await admin.query<{ next: string }>(
        'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next',
      )
      return Number(rows[0]?.next)
    },
    async versions() {
      const { rows } = await admin.query<{ server_version: string }>('SHOW server_version')
      return {
        postgres: rows[0]?.server_version ?? 'unknown',
        redis: redis ? await redisVersion(redis.url) : null,
      }
    },
    async checkpoint() {
      await admin.query('CHECKPOINT')
    },
    [Symbol.asyncDispose]: stop,
  }
}

async function redisVersion(url: string): Promise<string> {
  const client = new Redis(url)
  try {
    return /^redis_version:(\S+)/m.exec(await client.info('server'))?.[1] ?? 'unknown'
  } finally {
    client.disconnect()
  }
}
