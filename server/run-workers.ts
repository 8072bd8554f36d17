import { getCompileCacheDir } from 'node:module'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './platform/config/config.ts'
import { applyMigrations } from './platform/postgres/index.ts'
import { resolveSecretKey } from './platform/secrets/secret-key.ts'
import { superviseWorkers } from './platform/workers/index.ts'

export interface WorkersOptions {
  config: Config
  log: Logger
  /** The folder of the migrations, which run once, before the workers. */
  migrations: string
  print(lines: readonly string[]): void
}

/** Runs the workers until a signal, or until they cannot run, and ends the process. @throws WorkerFailed */
export async function runWorkers({ config, log, migrations, print }: WorkersOptions): Promise<never> {
  await applyMigrations({ url: config.databaseUrl ?? '', directory: migrations })
  // Workers that start together must not each create one.
  await resolveSecretKey(config)
  const workers = superviseWorkers({
    count: config.workers,
    file: resolve(import.meta.dirname, 'main.ts'),
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() ?? process.env.NODE_COMPILE_CACHE ?? '' },
    log,
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => workers.stop())
  // A start that a signal stops has no address. Its end is reported below.
  const url = await Promise.race([workers.ready, workers.ended])
  if (typeof url === 'string') print([`${url} is ready, served by ${config.workers} workers.`])
  process.exit(await workers.ended)
}
