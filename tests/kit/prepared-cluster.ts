import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '#server/local/embedded-postgres.ts'
import { findPostgresHome } from '#server/local/postgres-home.ts'
import { run } from '#server/local/run.ts'
import { readMigrations } from '#server/platform/postgres/migration-files.ts'
import { applyMigrations } from '#server/platform/postgres/migrations.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MIGRATIONS = resolve(ROOT, 'prisma/migrations')
const CACHE = resolve(ROOT, 'node_modules/.cache/rapport')
/** What local mode stores beside each other: the cluster, and the password of its only user. */
const PARTS = ['postgres', 'postgres.password']

/**
 * Stores a cluster with the whole schema where local mode would create its own for this DATA_DIR. Setting one up takes
 * two seconds of CPU, and copying it a tenth of that.
 */
export async function installPreparedCluster(dataDir: string): Promise<void> {
  const prepared = await preparedCluster(dataDir)
  const home = await findPostgresHome(dataDir)
  await rm(home.dataDir, { recursive: true, force: true })
  await copyParts(prepared, dirname(home.dataDir))
}

/** Returns the folder with the prepared cluster of these migrations and this PostgreSQL, and creates it once. */
async function preparedCluster(dataDir: string): Promise<string> {
  const { native } = await findPostgresHome(dataDir)
  const { size } = await stat(join(native, 'bin/postgres'))
  const migrations = await readMigrations(MIGRATIONS)
  const key = createHash('sha256')
    .update(JSON.stringify([size, migrations]))
    .digest('hex')
    .slice(0, 12)
  const prepared = join(CACHE, `cluster-${key}`)
  if (existsSync(prepared)) return prepared
  await mkdir(CACHE, { recursive: true })
  const unfinished = await mkdtemp(join(CACHE, 'cluster-'))
  await setUp(join(unfinished, 'data'), unfinished)
  await rename(unfinished, prepared).catch(async (error: unknown) => {
    // A concurrent test was faster, and its cluster serves as well.
    if (!existsSync(prepared)) throw error
    await rm(unfinished, { recursive: true })
  })
  return prepared
}

/** Sets up a cluster for this DATA_DIR as local mode does, and moves it to the target. */
async function setUp(dataDir: string, target: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await applyMigrations({ url: postgres.url, directory: MIGRATIONS })
  } finally {
    await postgres[Symbol.asyncDispose]()
  }
  const source = dirname(postgres.dataDir)
  await copyParts(source, target)
  await rm(source, { recursive: true })
  await rm(dataDir, { recursive: true, force: true })
}

/** Copies the parts with their owner, who is not the user of the tests when root runs them. */
async function copyParts(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o755 })
  const { code, output } = await run('cp', ['-a', ...PARTS.map((name) => join(from, name)), to])
  if (code !== 0) throw new Error(`the prepared cluster could not be copied: ${output}`)
}
