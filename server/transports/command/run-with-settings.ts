import { DataFolderInUse } from '#server/local/index.ts'
import { BackupError } from '#server/platform/backup/index.ts'
import { type Config, ConfigError, loadConfig } from '#server/platform/config/config.ts'
import { isOutage, MigrationError, SecretKeyMismatch } from '#server/platform/postgres/index.ts'
import { type DatabaseSetting, databaseAddress } from '#server/platform/stores/database-problem.ts'

const PLAIN = [BackupError, ConfigError, DataFolderInUse, MigrationError, SecretKeyMismatch]

/** Errors of files: a full disk, missing rights, a name that is taken. */
const FILE_ERRORS = /^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EEXIST|EIO)$/

/** The database that a command uses, and the setting that names it. */
export interface CommandTarget {
  url: string
  setting: DatabaseSetting
}

/** Returns what the operator reads about a failure of a command: one sentence, or a stack for an unexpected error. */
function describeFailure(error: unknown, target: CommandTarget | null): string {
  if (!(error instanceof Error)) return String(error)
  if (PLAIN.some((kind) => error instanceof kind)) return error.message
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (FILE_ERRORS.test(code)) return `A file could not be read or written: ${error.message}`
  const database = target
    ? `the database at ${databaseAddress(target.url)} (${target.setting})`
    : 'the database'
  if (isOutage(error)) return `Cannot reach ${database}, or the connection broke: ${error.message || code}`
  // Errors of PostgreSQL have a code of five characters, such as 42501 for missing rights.
  if (/^[0-9A-Z]{5}$/.test(code)) return `An error of ${database}: ${error.message}`
  return error.stack ?? error.message
}

/** Runs a command with the settings of the environment. If it fails, prints why, and sets the exit code to 1. */
export async function runWithSettings(
  run: (config: Config) => Promise<void>,
  targetOf: (config: Config) => CommandTarget | null,
): Promise<void> {
  let target: CommandTarget | null = null
  try {
    const config = loadConfig(process.env)
    target = targetOf(config)
    await run(config)
  } catch (error) {
    process.stderr.write(`${describeFailure(error, target)}\n`)
    process.exitCode = 1
  }
}
