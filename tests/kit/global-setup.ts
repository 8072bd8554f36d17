import { resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/embedded/index.ts'
import { applyMigrations } from '#server/store/index.ts'
import { createDataFolder } from './data-folder.ts'
import { startRedis } from './redis-server.ts'
import { isStrict } from './strict.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server of this run's own; databases are made on it from the migrated template. */
    postgresUrl: string
    /** Null where there is no redis-server: the suites that need it are skipped then. */
    redisUrl: string | null
  }
}

export const TEMPLATE = 'rapport_template'

export default async function setup(project: TestProject) {
  const redis = await startRedis()
  if (!redis && isStrict()) throw new Error('a strict run needs redis-server, which is not installed')
  const folder = await createDataFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  // All of it is thrown away: nothing has to reach the disk. What must survive is shown on servers of their own.
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
  project.provide('postgresUrl', postgres.url)
  project.provide('redisUrl', redis?.url ?? null)
  return async () => {
    await redis?.stop()
    await postgres[Symbol.asyncDispose]()
    await folder.remove()
  }
}
