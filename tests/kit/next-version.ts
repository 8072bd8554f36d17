import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

export interface NextVersion {
  /** The folder of the version, as `startServerProcess` takes it. */
  readonly root: string
  readonly version: string
  [Symbol.asyncDispose](): Promise<void>
}

/** A copy of the server as a later version, with further migrations by their names. */
export async function createNextVersion(migrations: Record<string, string>): Promise<NextVersion> {
  const root = await mkdtemp(join(tmpdir(), 'rapport-next-'))
  for (const part of ['server', 'schema', 'locales', 'prisma'])
    await cp(join(ROOT, part), join(root, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const version = '99.0.0'
  const description = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...description, version }))
  for (const [name, sql] of Object.entries(migrations)) {
    await mkdir(join(root, 'prisma/migrations', name))
    await writeFile(join(root, 'prisma/migrations', name, 'migration.sql'), sql)
  }
  return { root, version, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}
