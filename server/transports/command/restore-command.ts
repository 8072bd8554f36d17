import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/local/index.ts'
import { BackupError, restoreBackup } from '#server/platform/backup/index.ts'
import type { Config } from '#server/platform/config/config.ts'
import { readMigrations } from '#server/platform/postgres/index.ts'
import { resolveSecretKey } from '#server/platform/secrets/secret-key.ts'
import { finishRestore } from './finish-restore.ts'
import { createProgressPrinter } from './print-progress.ts'
import { runWithSettings } from './run-with-settings.ts'

const USAGE = `npm run restore -- <backup>                   restores this folder into an empty database
npm run restore -- --erasures-since <time>    after a restore by another tool: ends sessions and repeats deletions
                                              since the time of its data, such as 2026-11-23T18:00:00Z`

const print = (line: string) => void process.stdout.write(`${line}\n`)

type Task = { backup: string } | { since: Date }

function readArguments(): Task {
  const task = parseTask()
  if (!task) throw new BackupError(USAGE)
  return task
}

function parseTask(): Task | null {
  try {
    const { values, positionals } = parseArgs({
      options: { 'erasures-since': { type: 'string' } },
      allowPositionals: true,
    })
    const [backup, ...more] = positionals
    const since = values['erasures-since']
    if (since === undefined) return backup && more.length === 0 ? { backup: resolve(backup) } : null
    const date = new Date(since)
    return backup || Number.isNaN(date.getTime()) ? null : { since: date }
  } catch {
    return null
  }
}

/** Returns the key without creating one: a new key would not fit a backup. */
async function existingSecretKey({ secretKey, dataDir }: Config): Promise<string | null> {
  if (secretKey) return secretKey
  const kept = await readFile(join(dataDir, 'secret-key'), 'utf8').catch(() => null)
  return kept?.trim() ?? null
}

async function run(config: Config) {
  const task = readArguments()
  let local: EmbeddedPostgres | null = null
  const openTarget = async () => {
    if (config.databaseUrl) return { url: config.databaseUrl }
    local = await startEmbeddedPostgres({ dataDir: resolve(config.dataDir) })
    return { url: local.url }
  }
  const finish = async (url: string, since: Date) =>
    finishRestore({ url, config, secretKey: await resolveSecretKey(config), since, print })
  try {
    if ('since' in task) return await finish((await openTarget()).url, task.since)
    const { manifest } = await restoreBackup({
      from: task.backup,
      openTarget,
      secretKey: await existingSecretKey(config),
      migrations: await readMigrations(resolve(import.meta.dirname, '../../../prisma/migrations')),
      onProgress: createProgressPrinter(print, () => performance.now()),
      finish: (backup, url) => finish(url, new Date(backup.manifest.created)),
    })
    print(`The data of ${manifest.created} are restored. The server can start.`)
  } finally {
    await (local as EmbeddedPostgres | null)?.[Symbol.asyncDispose]()
  }
}

await runWithSettings(run, ({ databaseUrl }) =>
  databaseUrl ? { url: databaseUrl, setting: 'DATABASE_URL' } : null,
)
