import type { TestProject } from 'vitest/node'
import { isStrict } from './strict.ts'
import { startTestServers } from './test-servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server for this run; databases are created on it from the migrated template. */
    postgresUrl: string
    /** Null without redis-server: the suites that need it are skipped. */
    redisUrl: string | null
  }
}

/** Uses the servers that TEST_POSTGRES_URL and TEST_REDIS_URL name; without them, starts servers for this run. */
export default async function setup(project: TestProject) {
  const { TEST_POSTGRES_URL, TEST_REDIS_URL } = process.env
  const servers = TEST_POSTGRES_URL
    ? { postgresUrl: TEST_POSTGRES_URL, redisUrl: TEST_REDIS_URL || null, stop: async () => undefined }
    : await startTestServers()
  if (servers.redisUrl === null && isStrict()) {
    await servers.stop()
    throw new Error('a strict run needs redis-server, which is not installed')
  }
  project.provide('postgresUrl', servers.postgresUrl)
  project.provide('redisUrl', servers.redisUrl)
  return () => servers.stop()
}
