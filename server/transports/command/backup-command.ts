import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { borrowEmbeddedPostgres } from '#server/local/index.ts'
import { BackupError, createBackup } from '#server/platform/backup/index.ts'
import { type Config, loadConfig } from '#server/platform/config/config.ts'
import { describeFailure } from './describe-failure.ts'
import { createProgressPrinter } from './print-progress.ts'

const USAGE = `npm run backup                       writes a backup into DATA_DIR/backups
npm run backup -- --to <folder>      writes it into this folder`

const print = (line: string) => void process.stdout.write(`${line}\n`)

function readArguments(): { to: string | undefined } {
  try {
    return { to: parseArgs({ options: { to: { type: 'string' } } }).values.to }
  } catch {
    throw new BackupError(USAGE)
  }
}

async function productVersion(): Promise<string> {
  const text = await readFile(resolve(import.meta.dirname, '../../../package.json'), 'utf8')
  const { version }: { version?: unknown } = JSON.parse(text)
  return String(version)
}

async function run(config: Config) {
  const to = resolve(readArguments().to ?? join(config.dataDir, 'backups'))
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopping.abort(new BackupError('The backup was stopped, and removed.')))
  const local = config.databaseUrl ? null : await borrowEmbeddedPostgres({ dataDir: resolve(config.dataDir) })
  try {
    const { path, manifest } = await createBackup({
      url: config.database.directUrl ?? config.databaseUrl ?? local?.url ?? '',
      to,
      version: await productVersion(),
      onProgress: createProgressPrinter(print, () => performance.now()),
      signal: stopping.signal,
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
    print(`${rows.toLocaleString('en')} rows are in ${path} (${(bytes / 1e6).toFixed(1)} MB).`)
    print('It holds personal data and is not encrypted. SECRET_KEY is not part of it.')
    if (!config.tombstones)
      print(
        'TOMBSTONES is not set: after a restore, deletions that are requested from now on are not repeated.',
      )
  } finally {
    await local?.[Symbol.asyncDispose]()
  }
}

let databaseUrl: string | null = null
try {
  const config = loadConfig(process.env)
  databaseUrl = config.databaseUrl
  await run(config)
} catch (error) {
  process.stderr.write(`${describeFailure(error, databaseUrl)}\n`)
  process.exitCode = 1
}
