import { resolve } from 'node:path'
import pg from 'pg'
import type { Gender } from '#schema/enums.ts'
import { listNear } from '#server/domains/nearby/people.ts'
import { startEmbeddedPostgres } from '#server/local/index.ts'
import { applyMigrations } from '#server/platform/postgres/index.ts'
import { createDataFolder } from '../kit/data-folder.ts'
import { milliseconds, percentile, say } from './figures.ts'

// People nearby: page 0 and page 50 with their totals, among 1,000 and among 1,000,000 people of one city.
const ROUNDS = 60
const PUNE = { viewerId: crypto.randomUUID(), latitude: 18.52, longitude: 73.86, except: [], now: Date.now() }

const SEED = `INSERT INTO "user" (id, user_name, password_hash, display_name, phone, city, state, country, shown_latitude,
    shown_longitude, interests, near_by, email_verified, gender, age, looking_for)
  SELECT gen_random_uuid(), 'person-' || i || '@example.com', 'x', 'Person ' || i, '+910000000000', 'Pune',
    'Maharashtra', 'India', round((18.52 + (random() - 0.5) * 0.8)::numeric, 2),
    round((73.86 + (random() - 0.5) * 0.8)::numeric, 2), ARRAY['Jazz', 'Chess'], true, true,
    (CASE WHEN i % 100 = 0 THEN 'Transgender' WHEN i % 2 = 0 THEN 'Male' ELSE 'Female' END)::"Gender", 30,
    ARRAY['Friendship'] FROM generate_series(1, $1) i`

async function p50(work: () => Promise<unknown>) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return percentile(times, 0.5)
}

const folder = await createDataFolder()
const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
await applyMigrations({
  url: postgres.url,
  directory: resolve(import.meta.dirname, '../../prisma/migrations'),
})
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
const before = new Map<string, number>()
for (const people of [1_000, 1_000_000]) {
  await pool.query('TRUNCATE "user" CASCADE')
  await pool.query(SEED, [people])
  await pool.query('VACUUM ANALYZE "user"')
  for (const gender of [null, 'Transgender'] as (Gender | null)[]) {
    for (const page of [0, 50]) {
      const asked = { gender, limit: 10, offset: page * 10 }
      const time = await p50(() => listNear(pool, PUNE, asked))
      const name = `page ${page}${gender ? `, ${gender}` : ''}`
      const ratio = before.has(name) ? `, ${(time / (before.get(name) ?? time)).toFixed(2)} times` : ''
      say(`${people.toLocaleString('en')} people, ${name}: p50 ${milliseconds(time)}${ratio}`)
      before.set(name, time)
    }
  }
}
await pool.end()
await postgres[Symbol.asyncDispose]()
await folder.remove()
