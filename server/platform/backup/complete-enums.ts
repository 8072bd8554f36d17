import type { Migration } from '#server/platform/postgres/index.ts'

const CREATED = /\bCREATE TYPE ("\w+") AS ENUM \(([^)]*)\)/g
const ADDED = /\bALTER TYPE ("\w+") ADD VALUE (?:IF NOT EXISTS )?('[^']+')(?=;)/g

/**
 * Returns the migrations with every enum created with all of its values. A restore runs them in one transaction, and PostgreSQL
 * before 17 refuses to use a value in the transaction that added it.
 */
export function withCompleteEnums(migrations: readonly Migration[]): Migration[] {
  const added = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(ADDED)].map(([, type, value]) => ({ type, value })),
  )
  const later = (type: string) =>
    added
      .filter((one) => one.type === type)
      .map(({ value }) => `, ${value}`)
      .join('')
  return migrations.map((migration) => ({
    ...migration,
    sql: migration.sql
      .replaceAll(
        CREATED,
        (_, type: string, values: string) => `CREATE TYPE ${type} AS ENUM (${values}${later(type)})`,
      )
      .replaceAll(
        ADDED,
        (_, type: string, value: string) => `ALTER TYPE ${type} ADD VALUE IF NOT EXISTS ${value}`,
      ),
  }))
}
