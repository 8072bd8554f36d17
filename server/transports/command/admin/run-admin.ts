import { resolve } from 'node:path'
import { type Logger, pino } from 'pino'
import { ProviderFailure } from '#server/domains/billing/index.ts'
import { borrowEmbeddedPostgres } from '#server/local/index.ts'
import { type Config, ConfigError, loadConfig } from '#server/platform/config/config.ts'
import { ApiError } from '#server/platform/errors.ts'
import { LOG_SERIALIZERS } from '#server/platform/logging/log.ts'
import { createSecurityLog } from '#server/platform/logging/security-log.ts'
import {
  applyMigrations,
  type Database,
  MigrationError,
  openDatabase,
  SecretKeyMismatch,
} from '#server/platform/postgres/index.ts'
import { databaseProblem } from '#server/platform/stores/database-problem.ts'
import { redisProblem } from '#server/platform/stores/redis-problem.ts'
import { type CommandContext, Refused, WrongUsage } from './command.ts'
import { helpText } from './help.ts'
import { type CommandDomains, openDomains } from './open-domains.ts'
import { commandNamed, type ParsedCommand, parseCommand } from './parse-command.ts'
import { runCommand } from './run-command.ts'

const EXIT = { refused: 1, wrongUsage: 2 } as const
const WARNING_LEVEL = 40

/** Errors whose message is enough for the operator. */
const PLAIN = [Refused, ConfigError, ApiError, MigrationError, SecretKeyMismatch, ProviderFailure]

const isPlain = (error: unknown): error is Error => PLAIN.some((kind) => error instanceof kind)

/** Where a command prints: its result, and what is for the operator's eyes besides. */
export interface Output {
  result(text: string): void
  note(text: string): void
}

/** A log apart from what the command prints. Remembers whether background work failed. */
function createCommandLog({ note }: Output): { log: Logger; hasFailed(): boolean } {
  let failed = false
  const log = pino(
    {
      serializers: LOG_SERIALIZERS,
      hooks: {
        logMethod(args, method, level) {
          failed ||= level >= WARNING_LEVEL
          return method.apply(this, args)
        },
      },
    },
    { write: note },
  )
  return { log, hasFailed: () => failed }
}

async function main(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<number> {
  if (argv[0] === 'help' || argv[0] === '--help') {
    output.result(`${helpText(commandNamed(argv.slice(1).filter((word) => !word.startsWith('-'))))}\n`)
    return 0
  }
  const parsed = parseCommand(argv)
  const config = loadConfig(environment)
  const { log, hasFailed } = createCommandLog(output)
  const local = config.databaseUrl ? null : await borrowEmbeddedPostgres({ dataDir: resolve(config.dataDir) })
  const url = config.databaseUrl ?? local?.url ?? ''
  try {
    await migrate(config.database.directUrl ?? url, url)
    const database = await openDatabase({ url, poolSize: 1, pooler: config.database.pooler })
    try {
      await runAndPrint({ config, url, database, log, output }, parsed)
    } finally {
      await database[Symbol.asyncDispose]()
    }
  } catch (error) {
    if (isPlain(error)) throw error
    const problem =
      databaseProblem(error, url) ?? (config.redisUrl ? redisProblem(error, config.redisUrl) : null)
    throw problem ? new Refused(problem.sentence) : error
  } finally {
    await local?.[Symbol.asyncDispose]()
  }
  return hasFailed() ? EXIT.refused : 0
}

/** @throws Refused when the address of migrations cannot be used */
async function migrate(url: string, pooledUrl: string) {
  const directory = resolve(import.meta.dirname, '../../../../prisma/migrations')
  const setting = url === pooledUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  await applyMigrations({ url, directory }).catch((error: unknown) => {
    const problem = isPlain(error) ? null : databaseProblem(error, url, setting)
    throw problem ? new Refused(problem.sentence) : error
  })
}

interface Opened {
  config: Config
  url: string
  database: Database
  log: Logger
  output: Output
}

async function runAndPrint({ config, url, database, log, output }: Opened, parsed: ParsedCommand) {
  const opened: Promise<CommandDomains>[] = []
  const context: CommandContext = {
    config,
    database,
    domains() {
      const domains = opened[0] ?? openDomains(config, url, log)
      opened[0] = domains
      return domains
    },
    recordEvent: (event) => createSecurityLog(log).record(event),
  }
  try {
    const { lines, data } = await runCommand(context, parsed)
    output.result(`${parsed.json ? JSON.stringify(data) : lines.join('\n')}\n`)
  } finally {
    for (const domains of await Promise.allSettled(opened))
      if (domains.status === 'fulfilled') await domains.value[Symbol.asyncDispose]()
  }
}

/** Runs a command of `npm run admin`, and prints its result. Returns the exit code. */
export async function runAdmin(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<number> {
  try {
    return await main(argv, environment, output)
  } catch (error) {
    const text = isPlain(error) ? error.message : error instanceof Error ? error.stack : String(error)
    const isUsage = error instanceof WrongUsage
    output.note(`${text}\n${isUsage ? `\n${helpText(commandNamed(argv))}\n` : ''}`)
    return isUsage ? EXIT.wrongUsage : EXIT.refused
  }
}
