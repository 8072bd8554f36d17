import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { recordCommand } from '#server/domains/moderation/index.ts'
import { openDatabase } from '#server/platform/postgres/index.ts'
import { backUp, backupsFolder, queryOnce, restore, structureOf } from '../../kit/backup.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { startOlderPostgres } from '../../kit/older-postgres.ts'

const ENUMS = `
  SELECT typname AS type, array_agg(enumlabel::text ORDER BY enumsortorder) AS labels
  FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid GROUP BY 1 ORDER BY 1`

it('restores rows with an enum value of a later migration on PostgreSQL before 17', async (context) => {
  await using older = await startOlderPostgres()
  if (!older) return context.skip('neither PostgreSQL 15 nor 16 is installed')
  await using source = await createTestDatabase()
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
