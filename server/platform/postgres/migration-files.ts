import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Migration {
  name: string
  sql: string
  checksum: string
  /** Whether PostgreSQL refuses to run it in a transaction, such as CREATE INDEX CONCURRENTLY. */
  isOutsideTransaction: boolean
  /**
   * The first version of the product that does not use what this migration removes. Null for a migration that removes nothing.
   * docs/operations/upgrades.md explains it.
   */
  completes: string | null
  /** The extension without which the migration is recorded but not run. Null for a migration that needs none. */
  extension: string | null
}

/** The lines of a migration that say how it runs. */
const OUTSIDE_TRANSACTION = /^-- migration: outside a transaction$/m
const NEEDS_EXTENSION = /^-- migration: needs the extension (\w+)$/m
const COMPLETES = /^-- migration: completes (\d+\.\d+\.\d+)$/m

/** Returns a migration with what its marker lines say. */
export const migrationOf = (name: string, content: Buffer): Migration => {
  const sql = content.toString('utf8')
  return {
    name,
    sql,
    checksum: createHash('sha256').update(content).digest('hex'),
    isOutsideTransaction: OUTSIDE_TRANSACTION.test(sql),
    completes: COMPLETES.exec(sql)?.[1] ?? null,
    extension: NEEDS_EXTENSION.exec(sql)?.[1] ?? null,
  }
}

/** Returns the migrations of a folder, in their order. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names
      .sort()
      .map(async (name) => migrationOf(name, await readFile(join(directory, name, 'migration.sql')))),
  )
}

/** Returns the single statements of a migration outside a transaction. Each ends its last line with a semicolon. */
export const statementsOf = ({ sql }: Migration): string[] =>
  sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
