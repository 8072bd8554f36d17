import { appendFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { applyMigrations, MigrationError } from '#server/platform/postgres/index.ts'

const HISTORY = resolve(import.meta.dirname, '../../../prisma/migrations')

describe('the migration runner', () => {
  let directory: string
  let url: string
  let name: string

  const query = async (sql: string, on = inject('postgresUrl')) => {
    const client = new pg.Client({ connectionString: on })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rapport-migrations-'))
    await cp(HISTORY, directory, { recursive: true })
    name = `migrations_${crypto.randomUUID().replaceAll('-', '')}`
    await query(`CREATE DATABASE ${name}`)
    const address = new URL(inject('postgresUrl'))
    address.pathname = `/${name}`
    url = address.href
  })
  afterEach(async () => {
    await query(`DROP DATABASE ${name} WITH (FORCE)`)
    await rm(directory, { recursive: true, force: true })
  })

  it('applies the whole history once, however often it runs', async () => {
    const first = await applyMigrations({ url, directory })
    expect(first.length).toBeGreaterThan(0)
    expect(await applyMigrations({ url, directory })).toEqual([])
    const rows = await query(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL',
      url,
    )
    expect(rows.map((row) => row.migration_name)).toEqual(first)
  })

  it('applies it once when two nodes start at the same time', async () => {
    const [one, two] = await Promise.all([
      applyMigrations({ url, directory }),
      applyMigrations({ url, directory }),
    ])
    expect([one.length, two.length].sort()).toEqual([0, Math.max(one.length, two.length)])
  })

  it('refuses a history that was edited after it had been applied', async () => {
    const [first = ''] = await applyMigrations({ url, directory })
    await appendFile(join(directory, first, 'migration.sql'), '\n-- edited')
    await expect(applyMigrations({ url, directory })).rejects.toThrow(MigrationError)
  })

  it('rolls a failing migration back, and names it', async () => {
    await applyMigrations({ url, directory })
    await mkdir(join(directory, '20990101000000_broken'))
    await writeFile(
      join(directory, '20990101000000_broken/migration.sql'),
      'CREATE TABLE half (id int); SELECT nonsense;',
    )
    await expect(applyMigrations({ url, directory })).rejects.toThrow('20990101000000_broken')
    expect(await query("SELECT to_regclass('half') AS half", url)).toEqual([{ half: null }])
  })

  // covers: beyond-deletions-use-indexes
  it('creates an index for every foreign key', async () => {
    await applyMigrations({ url, directory })
    const scanned = await query(
      `SELECT conrelid::regclass::text AS "table", attname AS "column" FROM pg_constraint
       JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
       WHERE contype = 'f' AND NOT EXISTS (
         SELECT 1 FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1] AND indpred IS NULL
       ) ORDER BY 1, 2`,
      url,
    )
    expect(scanned).toEqual([])
  })

  it('creates constraints that hold whatever the code does', async () => {
    await applyMigrations({ url, directory })
    const user = (age: number) =>
      query(
        `INSERT INTO "user" (id, user_name, password_hash, display_name, phone, gender, age)
         VALUES (gen_random_uuid(), 'a@b.example', 'x', 'Somebody', '1234567890', 'Male', ${age})`,
        url,
      )
    await expect(user(17)).rejects.toThrow('user_is_adult')
    await user(18)
    await expect(user(18)).rejects.toThrow('user_user_name_key')
  })

  it('merges open reports of the same two members, with all reasons and evidence', async () => {
    for (const folder of await readdir(directory))
      if (/^\d/.test(folder) && folder >= '20261126') await rm(join(directory, folder), { recursive: true })
    await applyMigrations({ url, directory })
    const [asha, ben, carla] = ['a', 'b', 'c'].map(
      (letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
    )
    await query(
      `INSERT INTO "user" (id, user_name, password_hash, display_name, phone, gender, age)
       SELECT id, id || '@b.example', 'x', 'Somebody', '1234567890', 'Male', 30
       FROM unnest(ARRAY['${asha}', '${ben}', '${carla}']::uuid[]) id`,
      url,
    )
    const report = (by: string | undefined, day: number, reason: string, ids: number[], status = 'OPEN') =>
      query(
        `INSERT INTO report (id, reporter_id, reported_id, reason, evidence, priority, status, created)
         VALUES (gen_random_uuid(), '${by}', '${ben}', '${reason}',
           '${JSON.stringify(ids.map((id) => ({ id: `${id}`, message: reason })))}', ${day}, '${status}',
           '2026-01-0${day}')`,
        url,
      )
    await report(asha, 1, 'Decided', [1], 'DISMISSED')
    await report(asha, 2, 'Rude', [1, 2])
    await report(carla, 3, 'Hers', [])
    await report(asha, 4, 'Threats', [2, 3])
    await report(asha, 5, 'Rude', [])
    await cp(HISTORY, directory, { recursive: true })
    await applyMigrations({ url, directory })
    const rows = await query(
      `SELECT reason, priority, to_char(created, 'DD') AS day, evidence FROM report ORDER BY created`,
      url,
    )
    expect(rows).toEqual([
      { reason: 'Decided', priority: 1, day: '01', evidence: [{ id: '1', message: 'Decided' }] },
      {
        reason: 'Rude\n\nThreats',
        priority: 5,
        day: '02',
        evidence: [
          { id: '1', message: 'Rude' },
          { id: '2', message: 'Rude' },
          { id: '3', message: 'Threats' },
        ],
      },
      { reason: 'Hers', priority: 3, day: '03', evidence: [] },
    ])
    await expect(report(asha, 6, 'Once more', [])).rejects.toThrow('report_one_open_of_a_reporter')
  })
})
