import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { borrowEmbeddedPostgres } from '#server/local/index.ts'
import { BackupError, createBackup } from '#server/platform/backup/index.ts'
import type { Config } from '#server/platform/config/config.ts'
import { createProgressPrinter } from './print-progress.ts'
import { type CommandTarget, runWithSettings } from './run-with-settings.ts'

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

/** A backup holds one transaction for minutes, which belongs to no pooler. Null in local mode. */
function targetOf({ databaseUrl, database: { directUrl } }: Config): CommandTarget | null {
  if (directUrl && directUrl !== databaseUrl) return { url: directUrl, setting: 'DATABASE_DIRECT_URL' }
  return databaseUrl ? { url: databaseUrl, setting: 'DATABASE_URL' } : null
}

async function run(config: Config) {
  const to = resolve(readArguments().to ?? join(config.dataDir, 'backups'))
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopping.abort(new BackupError('The backup was stopped, and removed.')))
  const target = targetOf(config)
  const local = target ? null : await borrowEmbeddedPostgres({ dataDir: resolve(config.dataDir) })
  try {
    const { path, manifest } = await createBackup({
      url: target?.url ?? local?.url ?? '',
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

await runWithSettings(run, targetOf)
