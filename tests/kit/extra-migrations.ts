import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const HISTORY = resolve(import.meta.dirname, '../../prisma/migrations')

/** A copy of the migrations to which a test adds those of a later version. */
export async function copyMigrations() {
  const directory = await mkdtemp(join(tmpdir(), 'rapport-migrations-'))
  await cp(HISTORY, directory, { recursive: true })
  return {
    directory,
    async add(name: string, sql: string): Promise<void> {
      await mkdir(join(directory, name))
      await writeFile(join(directory, name, 'migration.sql'), sql)
    },
    remove: (name: string): Promise<void> => rm(join(directory, name), { recursive: true }),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  }
}
