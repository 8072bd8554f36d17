import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { recordCommand } from '#server/domains/moderation/index.ts'
import { withCompleteEnums } from '#server/platform/backup/complete-enums.ts'
import { openDatabase, readMigrations } from '#server/platform/postgres/index.ts'
import { backUp, backupsFolder, migrationsFolder, queryOnce, restore, structureOf } from '../../kit/backup.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { findOlderPostgres, startOlderPostgres } from '../../kit/older-postgres.ts'

const ENUMS = `
  SELECT typname AS type, array_agg(enumlabel::text ORDER BY enumsortorder) AS labels
  FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid GROUP BY 1 ORDER BY 1`

const ADDED_VALUE = /\bALTER TYPE ("\w+") ADD VALUE IF NOT EXISTS ('\w+')/g

// PostgreSQL before 17 refuses to use the value of an enum in the transaction that added it.
it('creates the enums of a restored database with the values of later migrations', async () => {
  const migrations = withCompleteEnums(await readMigrations(migrationsFolder))
  const sql = migrations.map((migration) => migration.sql).join('\n')
  const added = [...sql.matchAll(ADDED_VALUE)]
  expect(added).not.toHaveLength(0)
  expect(sql).not.toMatch(/ADD VALUE (?!IF NOT EXISTS)/)
  for (const [, type, value] of added)
    expect(sql).toMatch(new RegExp(`CREATE TYPE ${type} AS ENUM \\([^)]*${value}`))
})

const initdb = findOlderPostgres()
// The test above runs everywhere.
if (initdb)
  it('restores rows with an enum value of a later migration on PostgreSQL before 17', async () => {
    const older = await startOlderPostgres(initdb)
    onTestFinished(() => older[Symbol.asyncDispose]())
    const source = await createTestDatabase()
    onTestFinished(() => source[Symbol.asyncDispose]())
    const database = await openDatabase({ url: source.url, poolSize: 1, pooler: 'off' })
    await recordCommand(database, { command: 'queues', subjectId: null })
    await database[Symbol.asyncDispose]()
    const folder = await backupsFolder()
    const { path } = await backUp(source.url, folder)

    await restore(path, older.url)

    expect(await queryOnce(older.url, 'SELECT kind::text FROM moderation_action')).toEqual([
      { kind: 'OPERATOR' },
    ])
    expect(await queryOnce(older.url, ENUMS)).toEqual(await queryOnce(source.url, ENUMS))
    expect((await structureOf(older.url)).length).toBeGreaterThan(100)
    await rm(folder, { recursive: true })
  })
