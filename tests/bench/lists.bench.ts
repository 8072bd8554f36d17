import { resolve } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/local/index.ts'
import { applyMigrations, type Database, openDatabase } from '#server/platform/postgres/index.ts'
import { createDataFolder } from '../kit/data-folder.ts'
import { type FilledLists, fillLists } from '../kit/filled-lists.ts'
import { memberLists, staffLists } from '../kit/list-cases.ts'
import { costOf, totalOf } from '../kit/statement-cost.ts'
import { milliseconds, percentile, say } from './figures.ts'

// What each list costs at 1, 10 and 100 times the rows: buffers, which do not depend on the machine, and the median time.
// At 100 times, each table holds a million rows and the conversation ten thousand messages.
const SIZES: FilledLists[] = [
  { rows: 10_000, own: 20, messages: 100 },
  { rows: 100_000, own: 100, messages: 1_000 },
  { rows: 1_000_000, own: 1_000, messages: 10_000 },
]
const ROUNDS = 15
/** Indexes whose last page has just split touch a few buffers more. */
const FLAT = 2

interface Measured {
  buffers: number
  time: number
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return percentile(times, 0.5)
}

async function measureAll(database: Database, size: FilledLists, results: Map<string, Measured[]>) {
  const lists = { ...memberLists(database, size), ...staffLists(database) }
  for (const [name, read] of Object.entries(lists)) {
    await read()
    const buffers = totalOf(await costOf(database.pool, read))
    const measured = { buffers, time: await medianOf(read) }
    results.set(name, [...(results.get(name) ?? []), measured])
  }
}

function print(results: ReadonlyMap<string, readonly Measured[]>) {
  const sizes = SIZES.slice(0, [...results.values()][0]?.length)
  say(
    `${'buffers, then median time, at'.padEnd(38)}${sizes.map(({ rows }) => rows.toLocaleString('en').padStart(18)).join('')}   ratio`,
  )
  for (const [name, measured] of results) {
    const cells = measured.map(({ buffers, time }) =>
      `${buffers} ${milliseconds(time).padStart(9)}`.padStart(18),
    )
    const ratio = (measured.at(-1)?.buffers ?? 0) / Math.max(1, measured[0]?.buffers ?? 1)
    say(`${name.padEnd(38)}${cells.join('')}   ${ratio.toFixed(1)}${ratio > FLAT ? '  grows' : ''}`)
  }
}

const folder = await createDataFolder()
const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
await applyMigrations({
  url: postgres.url,
  directory: resolve(import.meta.dirname, '../../prisma/migrations'),
})
const filler = new pg.Client({ connectionString: postgres.url })
await filler.connect()
for (const setting of ['fsync = off', "max_wal_size = '8GB'"])
  await filler.query(`ALTER SYSTEM SET ${setting}`)
await filler.query('SELECT pg_reload_conf()')
const results = new Map<string, Measured[]>()
for (const size of SIZES) {
  const start = performance.now()
  await fillLists(filler, size)
  say(`${size.rows.toLocaleString('en')} rows a table, filled in ${milliseconds(performance.now() - start)}`)
  const database = await openDatabase({ url: postgres.url, poolSize: 4, statementTimeout: 60_000 })
  await measureAll(database, size, results)
  await database[Symbol.asyncDispose]()
}
print(results)
await filler.end()
await postgres[Symbol.asyncDispose]()
await folder.remove()
