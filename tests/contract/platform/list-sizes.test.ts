import { resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { applyMigrations, readListSizes } from '#server/platform/postgres/index.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { fillLists } from '../../kit/filled-lists.ts'
import { useStarted } from '../../kit/use-started.ts'

const test = useStarted(createTestDatabase)
let pool: pg.Pool
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: test.url, max: 4 })
})
afterAll(async () => {
  await pool.end()
})
beforeEach(async () => {
  const client = await pool.connect()
  await fillLists(client, { rows: 1_000, own: 10, messages: 20 })
  client.release()
})

/** What the sizes must be, counted row by row. */
const COUNTED: Record<string, string> = {
  'user:MEMBER': '"user" WHERE erased_at IS NULL AND NOT demo',
  'user:DEMO': '"user" WHERE erased_at IS NULL AND demo',
  'launch:NOTIFIED': 'launch_notification WHERE notified',
  'launch:PENDING': 'launch_notification WHERE NOT notified',
  'report:OPEN': "report WHERE status = 'OPEN'",
  'report:DECIDED': "report WHERE status <> 'OPEN'",
  'appeal:OPEN': "appeal WHERE status = 'OPEN'",
  'appeal:DECIDED': "appeal WHERE status <> 'OPEN'",
  'held:OPEN': "held_message WHERE status = 'HELD'",
  'action:BAN': "moderation_action WHERE kind = 'BAN'",
  'action:WARN': "moderation_action WHERE kind = 'WARN'",
}

async function sizes() {
  const sizeOf = await readListSizes(pool)
  return Object.fromEntries(Object.keys(COUNTED).map((list) => [list, sizeOf(list)]))
}

async function counts() {
  const counted: Record<string, number> = {}
  for (const [list, from] of Object.entries(COUNTED)) {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`)
    counted[list] = rows[0]?.count ?? -1
  }
  return counted
}

const CHANGES = [
  `UPDATE "user" SET erased_at = now() WHERE id IN (SELECT id FROM "user" ORDER BY id LIMIT 7)`,
  `UPDATE "user" SET demo = true WHERE id IN (SELECT id FROM "user" ORDER BY id DESC LIMIT 5)`,
  'UPDATE launch_notification SET notified = true WHERE id IN (SELECT id FROM launch_notification LIMIT 90)',
  `DELETE FROM launch_notification WHERE email LIKE 'guest-1%'`,
  `UPDATE report SET status = 'ACTED', decided_at = now() WHERE status = 'OPEN' AND priority = 0`,
  `DELETE FROM "user" WHERE user_name LIKE 'person-2%'`,
  `UPDATE appeal SET status = 'REVERSED', decided_at = now() WHERE id IN (SELECT id FROM appeal WHERE status = 'OPEN' LIMIT 2)`,
  `UPDATE held_message SET status = 'RELEASED' WHERE id IN (SELECT id FROM held_message WHERE status = 'HELD' LIMIT 2)`,
  `INSERT INTO moderation_action (id, kind, reason) SELECT gen_random_uuid(), 'BAN', 'again' FROM generate_series(1, 3)`,
]

describe('the sizes of the lists of the console', () => {
  // covers: beyond-console-totals-exact
  it('follow each insertion, change and deletion', async () => {
    const before = await counts()
    expect(await sizes()).toEqual(before)
    for (const change of CHANGES) {
      await pool.query(change)
      expect(await sizes()).toEqual(await counts())
    }
    const after = await counts()
    const unchanged = Object.keys(COUNTED).filter(
      (list) => list !== 'action:WARN' && before[list] === after[list],
    )
    expect(unchanged).toEqual([])
  })

  // covers: beyond-console-totals-exact
  it('do not contain a change that was rolled back', async () => {
    const before = await sizes()
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query('DELETE FROM launch_notification')
    await client.query('ROLLBACK')
    client.release()
    expect(await sizes()).toEqual(before)
  })

  // covers: beyond-console-totals-exact
  it('stay the same when two nodes fold them during an unfinished change', async () => {
    const removal = 'DELETE FROM launch_notification WHERE id = (SELECT id FROM launch_notification LIMIT 1)'
    await pool.query(removal)
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(removal)
    const fold = () => pool.query('SELECT fold_list_sizes()')
    await Promise.all([fold(), fold()])
    await client.query('COMMIT')
    client.release()
    expect(await sizes()).toEqual(await counts())
    await fold()
    expect(await sizes()).toEqual(await counts())
    const { rows } = await pool.query('SELECT list FROM list_size GROUP BY list HAVING count(*) > 1')
    expect(rows).toEqual([])
  })
})

describe('the migration that finds text faster', () => {
  it('succeeds for a role that may not create an extension', async () => {
    const name = `limited_${crypto.randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'limited'`)
    await admin.query(`CREATE DATABASE ${name}`)
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    const owner = new pg.Client({ connectionString: url.href })
    await owner.connect()
    await owner.query(`GRANT ALL ON SCHEMA public TO ${name}`)
    Object.assign(url, { username: name, password: 'limited' })
    const directory = resolve(import.meta.dirname, '../../../prisma/migrations')
    try {
      expect(await applyMigrations({ url: url.href, directory })).toContain('20261208000000_flat_lists')
      const { rows } = await owner.query("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
      expect(rows).toEqual([])
    } finally {
      await owner.end()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.query(`DROP ROLE ${name}`)
      await admin.end()
    }
  })
})
