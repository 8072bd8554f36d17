import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findMigrationProblems } from '../kit/migration-rules.ts'

/** The last migration from before the rules. */
const LAST_EXEMPT = '20261208000000_flat_lists'

const files = globSync('prisma/migrations/*/migration.sql').map((path) => ({
  name: basename(dirname(path)),
  sql: readFileSync(path, 'utf8'),
}))
const problems = (sql: string) => findMigrationProblems('20270101000000_example', sql)

const OUTSIDE = '-- migration: outside a transaction\n'
const COMPLETES = '-- migration: completes 0.3.0\n'

describe('the migrations of this repository', () => {
  it('can be applied while nodes of the version before run, since the rules exist', async () => {
    const found: string[] = []
    for (const { name, sql } of files.filter(({ name }) => name > LAST_EXEMPT))
      for (const problem of await findMigrationProblems(name, sql)) found.push(`${name}: ${problem}`)
    expect(found).toEqual([])
  })

  it('break the rules in older files, which shows that the rules find something', async () => {
    const old = files.find(({ name }) => name === '20261129000100_reset_code_tries')
    expect(await problems(old?.sql ?? '')).toEqual([
      expect.stringContaining('password_reset: DROP COLUMN attempts breaks nodes of the version before'),
    ])
  })
})

describe('a migration', () => {
  it.each([
    'CREATE TABLE "note" ("id" UUID PRIMARY KEY, "at" TIMESTAMPTZ NOT NULL); CREATE INDEX "n" ON "note" ("at");',
    'ALTER TABLE "user" ADD COLUMN "motto" TEXT;',
    `ALTER TABLE "user" ADD COLUMN "level" INT NOT NULL DEFAULT 1, ADD COLUMN "at" TIMESTAMPTZ DEFAULT now();`,
    `ALTER TYPE "Role" ADD VALUE 'GUEST';`,
    'ALTER TABLE "user" ADD CONSTRAINT "level_is_positive" CHECK ("level" > 0) NOT VALID;',
    'ALTER TABLE "user" ADD CONSTRAINT "user_motto_key" UNIQUE USING INDEX "user_motto";',
    `${OUTSIDE}DROP INDEX CONCURRENTLY IF EXISTS "m"; CREATE INDEX CONCURRENTLY "m" ON "session" ("created");`,
    'CREATE INDEX "m" ON ONLY "message" ("time");',
    `${OUTSIDE}ALTER TABLE "user" VALIDATE CONSTRAINT "level_is_positive";`,
    `${COMPLETES}ALTER TABLE "user" DROP COLUMN "stars"; DROP FUNCTION "old"();`,
  ])('may be %s', async (sql) => {
    expect(await problems(sql)).toEqual([])
  })

  it.each([
    ['ALTER TABLE "user" DROP COLUMN "stars";', 'DROP COLUMN stars breaks nodes of the version before'],
    ['DROP TABLE "strike";', 'DROP TABLE breaks nodes of the version before'],
    ['ALTER TABLE "user" RENAME COLUMN "stars" TO "points";', 'a rename breaks nodes'],
    [`ALTER TYPE "Role" RENAME VALUE 'ADMIN' TO 'OWNER';`, 'the rename of an enum value breaks nodes'],
    ['ALTER TABLE "user" ALTER COLUMN "name" SET NOT NULL;', 'SET NOT NULL name breaks nodes'],
    ['ALTER TABLE "user" ALTER COLUMN "stars" DROP DEFAULT;', 'DROP DEFAULT of stars breaks nodes'],
    ['ALTER TABLE "user" ALTER COLUMN "stars" TYPE BIGINT;', 'a new type of stars may rewrite the table'],
    [`${COMPLETES}ALTER TABLE "user" ALTER COLUMN "stars" TYPE BIGINT;`, 'may rewrite the table'],
    ['CREATE INDEX "m" ON "session" ("created");', 'index m blocks writes; create it CONCURRENTLY'],
    ['CREATE INDEX "m" ON "message" ("time");', 'index m blocks writes to all partitions'],
    ['CREATE INDEX CONCURRENTLY "m" ON "session" ("created");', 'needs a file with `-- migration: outside'],
    [`${OUTSIDE}CREATE INDEX CONCURRENTLY "m" ON "session" ("created");`, 'may be left invalid'],
    [`${OUTSIDE}ALTER TABLE "user" ADD COLUMN "motto" TEXT;`, 'put the rest into another file'],
    ['ALTER TABLE "user" ADD COLUMN "motto" TEXT NOT NULL;', 'older nodes do not fill it'],
    ['ALTER TABLE "user" ADD COLUMN "u" UUID DEFAULT gen_random_uuid();', 'the DEFAULT of u rewrites'],
    ['ALTER TABLE "user" ADD COLUMN "motto" TEXT UNIQUE;', 'column motto has a constraint'],
    [
      'ALTER TABLE "user" ADD CONSTRAINT "c" CHECK ("age" > 20);',
      'constraint c reads every row under a lock',
    ],
    ['ALTER TABLE "user" ADD CONSTRAINT "c" UNIQUE ("phone");', 'constraint c builds an index under a lock'],
    ['UPDATE "user" SET "stars" = 1;', 'user: changes rows within the migration'],
    ['DO $$ BEGIN END $$;', 'DoStmt is not known to be safe'],
    ['LOCK TABLE "user";', 'LockStmt is not known to be safe'],
    ['SELECT recount_lists();', 'SelectStmt is not known to be safe'],
  ])('fails when it is %s', async (sql, expected) => {
    expect(await problems(sql)).toContainEqual(expect.stringContaining(expected))
  })
})
