import type { Config } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/postgres/index.ts'
import { openRedis } from '#server/platform/redis/index.ts'
import { type DatabaseSetting, databaseProblem } from './database-problem.ts'
import { redisProblem } from './redis-problem.ts'
import { waitUntilReachable } from './wait-until-reachable.ts'

/** Connects to the database once. @throws the error of the connection */
export async function tryDatabase(url: string): Promise<void> {
  const database = await openDatabase({ url, poolSize: 1 })
  await database[Symbol.asyncDispose]()
}

/** Connects to Redis once. @throws what the connection reported last, which says more than that it was closed */
export async function tryRedis(url: string): Promise<void> {
  const errors: Error[] = []
  try {
    const redis = await openRedis(url, (error) => void errors.push(error))
    await redis.ping().finally(() => redis[Symbol.asyncDispose]())
    // A database number that does not exist is reported alone.
    if (errors.length > 0) throw errors.at(-1)
  } catch (error) {
    throw errors.at(-1) ?? error
  }
}

/**
 * Waits until the configured database and Redis can be reached, as they may start at the same time as the server.
 * @throws StoreUnavailable
 */
export async function waitForStores(
  { databaseUrl, database: { directUrl }, redisUrl, startWaitSeconds: seconds }: Config,
  report: (line: string) => void,
): Promise<void> {
  const waitForDatabase = (url: string, setting: DatabaseSetting) =>
    waitUntilReachable({
      attempt: () => tryDatabase(url),
      problemOf: (error) => databaseProblem(error, url, setting),
      seconds,
      report,
    })
  if (databaseUrl) await waitForDatabase(databaseUrl, 'DATABASE_URL')
  if (directUrl && directUrl !== databaseUrl) await waitForDatabase(directUrl, 'DATABASE_DIRECT_URL')
  if (redisUrl) {
    await waitUntilReachable({
      attempt: () => tryRedis(redisUrl),
      problemOf: (error) => redisProblem(error, redisUrl),
      seconds,
      report,
    })
  }
}
