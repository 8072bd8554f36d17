import { getCompileCacheDir } from 'node:module'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './platform/config/config.ts'
import { applyMigrations } from './platform/postgres/index.ts'
import { onStopRequest } from './platform/process/stop-requests.ts'
import { resolveSecretKey } from './platform/secrets/secret-key.ts'
import { superviseWorkers } from './platform/workers/index.ts'

export interface WorkersOptions {
  config: Config
  log: Logger
  /** The folder of the migrations, which run once, before the workers. */
  migrations: string
  /** The version of the product. */
  version: string
  print(lines: readonly string[]): void
}

/** Runs the workers until a signal, or until they cannot run, and ends the process. @throws WorkerFailed */
export async function runWorkers({
  config,
  log,
  migrations,
  version,
  print,
}: WorkersOptions): Promise<never> {
  const url = config.database.directUrl ?? config.databaseUrl ?? ''
  await applyMigrations({ url, directory: migrations, version })
  // Workers that start together must not each create one.
  await resolveSecretKey(config)
  const workers = superviseWorkers({
    count: config.workers,
    file: resolve(import.meta.dirname, 'main.ts'),
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() ?? process.env.NODE_COMPILE_CACHE ?? '' },
    log,
  })
  onStopRequest({
    stop: () => workers.stop(),
    // The second call ends the workers at once.
    force: () => workers.stop(),
    watchParent: process.env.npm_lifecycle_event !== undefined,
  })
  // A start that a signal stops has no address. Its end is reported below.
  const address = await Promise.race([workers.ready, workers.ended])
  if (typeof address === 'string') print([`${address} is ready, served by ${config.workers} workers.`])
  process.exit(await workers.ended)
}
