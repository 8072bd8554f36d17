import { resolve } from 'node:path'
import { type Logger, pino } from 'pino'
import packageJson from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { DataFolderInUse, startLocalMode } from './local/index.ts'
import { type Config, ConfigError, loadConfig } from './platform/config/config.ts'
import { LOG_SERIALIZERS } from './platform/logging/log.ts'
import { createLogOutput } from './platform/logging/log-output.ts'
import { applyMigrations, isOutage, MigrationError, SecretKeyMismatch } from './platform/postgres/index.ts'
import { onStopRequest } from './platform/process/stop-requests.ts'
import { RedisUnreachable } from './platform/redis/index.ts'
import { resolveSecretKey } from './platform/secrets/secret-key.ts'
import { databaseProblem } from './platform/stores/database-problem.ts'
import { StoreUnavailable } from './platform/stores/store-problem.ts'
import { waitForStores } from './platform/stores/wait-for-stores.ts'
import { joinWorkers, WorkerFailed, type WorkerLink } from './platform/workers/index.ts'
import { runWorkers } from './run-workers.ts'

const projectDirectory = resolve(import.meta.dirname, '..')
const migrations = resolve(projectDirectory, 'prisma/migrations')

/** How long a stop after an uncaught error may take beyond SHUTDOWN_TIMEOUT, in milliseconds. */
const CLOSE_TIMEOUT = 7_000

const NO_TOMBSTONES =
  'Warning: TOMBSTONES is not set. After a restore, accounts that were erased since the backup would come back. docs/operations/backup.md explains it.'

/** Returns one sentence for an error that the operator can fix; null for an error whose stack is needed. */
function sentenceOf(error: unknown): string | null {
  const plain = [
    ConfigError,
    DataFolderInUse,
    MigrationError,
    RedisUnreachable,
    SecretKeyMismatch,
    StoreUnavailable,
    WorkerFailed,
  ]
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) return error.message
  if (!(error instanceof Error) || !('code' in error)) return null
  // Connected before, the database may still refuse a right, or go away.
  const databaseUrl = process.env.DATABASE_URL
  if (databaseUrl && 'severity' in error) return databaseProblem(error, databaseUrl)?.sentence ?? null
  if (isOutage(error)) return `PostgreSQL or Redis went away during the start: ${error.message}`
  const port = 'port' in error ? error.port : ''
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop what uses it, or set PORT to another one.`
  }
  if (error.code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `Port ${port} may not be used by this account. Set PORT to 1024 or above.`
  }
  return null
}

interface Running {
  url: string
  /** Printed for the operator: the address, and in local mode what else there is. */
  lines: string[]
  close(options: { isFailing: boolean }): Promise<void>
}

/** Starts the server. Closes local mode again when a later part fails. */
async function start(config: Config, log: Logger, workers: WorkerLink | null): Promise<Running> {
  const local = config.databaseUrl === null ? await startLocalMode(config) : null
  const databaseUrl = config.databaseUrl ?? local?.databaseUrl ?? ''
  try {
    // The parent of workers has applied them.
    if (!workers)
      await applyMigrations({
        url: config.database.directUrl ?? databaseUrl,
        directory: migrations,
        version: packageJson.version,
      })
    const app = await createApp({
      config,
      databaseUrl,
      secretKey: await resolveSecretKey(config),
      log,
      workers,
      web: { files: resolve(projectDirectory, 'dist/web'), pages: resolve(projectDirectory, 'dist/pages') },
      payments: local?.payments?.settings,
      paymentPages: local?.payments?.pages ?? null,
    })
    await local?.populate(app.context)
    const { url } = await app.listen()
    local?.payments?.sendWebhooksTo(url)
    return {
      url,
      lines: [`${url} is ready.`, ...(local?.lines(url) ?? [])],
      async close(options) {
        await local?.stopPartners()
        await app.close(options)
        await local?.[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await local?.[Symbol.asyncDispose]()
    throw error
  }
}

/** Closes the server and ends the process when it should stop. A start that is under way finishes first. */
function closeOnRequest(
  starting: Promise<Running>,
  { shutdownTimeout }: Config,
  log: Logger,
  workers: WorkerLink | null,
): { isStopping(): boolean } {
  let stopping = false
  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    starting
      .then((running) => running.close({ isFailing: code !== 0 }))
      .then(
        () => process.exit(code),
        (error: unknown) => {
          log.fatal({ error }, 'stopping failed')
          process.exit(1)
        },
      )
  }
  onStopRequest({
    stop(reason) {
      log.info({ reason }, 'stopping')
      stop(0)
    },
    // The parent of a worker ends it. A signal may come from both.
    force() {
      if (!workers) process.exit(1)
    },
    // npm, and programs like it, name the script that they run.
    watchParent: !workers && process.env.npm_lifecycle_event !== undefined,
  })
  // A closed terminal refuses what the process writes while it stops.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  workers?.onStop(() => {
    if (!stopping) log.info({ reason: 'the parent stops' }, 'stopping')
    stop(0)
  })
  // The state after such an error is unknown: finish the requests under way, and let a new process start clean.
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'stopping after an error that nothing caught')
    setTimeout(() => process.exit(1), shutdownTimeout + CLOSE_TIMEOUT).unref()
    stop(1)
  })
  return { isStopping: () => stopping }
}

async function main() {
  const config = loadConfig(process.env)
  const workers = joinWorkers()
  const lines = pino({ level: config.logLevel, serializers: LOG_SERIALIZERS }, createLogOutput(1))
  const log = workers ? lines.child({ worker: workers.id }) : lines
  // Until the stores are there, a signal or the parent ends the process: there is nothing to close yet.
  workers?.onStop(() => {
    if (isWaiting) process.exit(0)
  })
  let isWaiting = true
  // A worker that starts in place of another one may find them away.
  await waitForStores(config, (line) => process.stderr.write(`${line}\n`))
  isWaiting = false
  if (config.databaseUrl && !config.tombstones && !workers) process.stderr.write(`${NO_TOMBSTONES}\n`)
  if (config.workers > 1 && !workers)
    return runWorkers({ config, log, migrations, version: packageJson.version, print: printLines })
  const starting = start(config, log, workers)
  const { isStopping } = closeOnRequest(starting, config, log, workers)
  const running = await starting
  if (workers) workers.ready(running.url)
  else if (!isStopping()) printLines(running.lines)
}

const printLines = (lines: readonly string[]) =>
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error) ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
})
