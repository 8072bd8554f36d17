import { resolve } from 'node:path'
import { type Logger, pino } from 'pino'
import { createApp } from './app.ts'
import { DataFolderInUse, startLocalMode } from './local/index.ts'
import { type Config, ConfigError, loadConfig } from './platform/config/config.ts'
import { LOG_SERIALIZERS } from './platform/logging/log.ts'
import { applyMigrations, MigrationError, SecretKeyMismatch } from './platform/postgres/index.ts'
import { RedisUnreachable } from './platform/redis/index.ts'
import { resolveSecretKey } from './platform/secrets/secret-key.ts'
import { joinWorkers, WorkerFailed, type WorkerLink } from './platform/workers/index.ts'
import { runWorkers } from './run-workers.ts'

const projectDirectory = resolve(import.meta.dirname, '..')
const migrations = resolve(projectDirectory, 'prisma/migrations')

/** How long a stop may take after an uncaught error, in milliseconds. */
const STOP_TIMEOUT = 15_000

/** Returns one sentence for an error that the operator can fix; null for an error whose stack is needed. */
function sentenceOf(error: unknown): string | null {
  const plain = [
    ConfigError,
    DataFolderInUse,
    MigrationError,
    RedisUnreachable,
    SecretKeyMismatch,
    WorkerFailed,
  ]
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) return error.message
  if (!(error instanceof Error) || !('code' in error)) return null
  const port = 'port' in error ? error.port : ''
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop what uses it, or set PORT to another one.`
  }
  if (error.code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `Port ${port} may not be used by this account. Set PORT to 1024 or above.`
  }
  if (error.code === 'ECONNREFUSED') return `Cannot reach the database or Redis: ${error.message}`
  return null
}

interface Running {
  url: string
  /** Printed for the operator: the address, and in local mode what else there is. */
  lines: string[]
  close(): Promise<void>
}

/** Starts the server. Closes local mode again when a later part fails. */
async function start(config: Config, log: Logger, workers: WorkerLink | null): Promise<Running> {
  const local = config.databaseUrl === null ? await startLocalMode(config) : null
  const databaseUrl = config.databaseUrl ?? local?.databaseUrl ?? ''
  try {
    // The parent of workers has applied them.
    if (!workers) await applyMigrations({ url: databaseUrl, directory: migrations })
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
      async close() {
        await local?.stopPartners()
        await app.close()
        await local?.[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await local?.[Symbol.asyncDispose]()
    throw error
  }
}

/** Closes the server and ends the process on a signal. A start that is under way finishes first. */
function closeOnSignals(
  starting: Promise<Running>,
  log: Logger,
  workers: WorkerLink | null,
): { isStopping(): boolean } {
  let stopping = false
  const stop = (code: number) => {
    // A second signal ends the process at once. A worker gets a signal that its parent got too, and then its parent's request.
    if (stopping && workers) return
    if (stopping) process.exit(1)
    stopping = true
    starting
      .then((running) => running.close())
      .then(
        () => process.exit(code),
        (error: unknown) => {
          log.fatal({ error }, 'stopping failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  workers?.onStop(() => stop(0))
  // The state after such an error is unknown: finish the requests under way, and let a new process start clean.
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'stopping after an error that nothing caught')
    setTimeout(() => process.exit(1), STOP_TIMEOUT).unref()
    if (!stopping) stop(1)
  })
  return { isStopping: () => stopping }
}

async function main() {
  const config = loadConfig(process.env)
  const workers = joinWorkers()
  const lines = pino({ level: config.logLevel, serializers: LOG_SERIALIZERS })
  const log = workers ? lines.child({ worker: workers.id }) : lines
  if (config.workers > 1 && !workers) return runWorkers({ config, log, migrations, print: printLines })
  const starting = start(config, log, workers)
  const { isStopping } = closeOnSignals(starting, log, workers)
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
