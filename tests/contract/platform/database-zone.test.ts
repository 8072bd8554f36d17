import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/platform/postgres/index.ts'
import { openReplica } from '#server/platform/postgres/replica.ts'
import { startPgBouncer } from '../../kit/pgbouncer.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const AT = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 123)

const rows = useStarted(openRows)
let url: string
let database: Database
beforeAll(async () => {
  url = `${rows.url}?options=-c%20timezone%3DAsia/Kolkata`
  database = await openDatabase({ url, poolSize: 2 })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

async function storedBy({ prisma }: Pick<Database, 'prisma'>) {
  const id = uuidv7()
  await prisma.notification.create({
    data: { id, userId: await rows.member(), heading: 'x', body: 'x', created: AT },
  })
  return id
}

describe('a database in another zone than UTC', () => {
  it('stores the time that was written, and returns it to Prisma and to plain SQL', async () => {
    const id = await storedBy(database)
    const read = await database.prisma.notification.findUniqueOrThrow({ where: { id } })
    expect(read.created).toEqual(AT)
    const { rows: found } = await rows.database.pool.query(
      'SELECT extract(epoch FROM created) * 1000 AS at FROM notification WHERE id = $1',
      [id],
    )
    expect(Number(found[0].at)).toBe(AT.getTime())
  })

  it('returns its own time to Prisma', async () => {
    const [row] = await database.prisma.$queryRaw<[{ now: Date }]>`SELECT now() AS now`
    expect(Math.abs(row.now.getTime() - Date.now())).toBeLessThan(HOUR)
  })

  it('returns the time that was written from a standby', async () => {
    const id = await storedBy(rows.database)
    const standby = openReplica({ url, poolSize: 1 })
    const read = await standby.prisma.notification.findUniqueOrThrow({ where: { id } })
    await standby[Symbol.asyncDispose]()
    expect(read.created).toEqual(AT)
  })

  it('returns times in UTC through PgBouncer too, beside clients that keep its zone', async (context) => {
    const pooler = await startPgBouncer({ postgresUrl: rows.url, poolSize: 1 })
    if (!pooler) return context.skip('pgbouncer is not installed')
    await rows.database.pool.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone TO %L', current_database(), 'Asia/Kolkata'); END $$`,
    )
    const pooled = await openDatabase({ url: pooler.through(rows.url), poolSize: 2 })
    const other = new pg.Client({ connectionString: pooler.through(rows.url) })
    await other.connect()
    const zones: unknown[] = []
    for (const client of [pooled.pool, other, pooled.pool, other])
      zones.push((await client.query('SHOW timezone')).rows[0].TimeZone)
    await other.end()
    await pooled[Symbol.asyncDispose]()
    await pooler[Symbol.asyncDispose]()
    expect(zones).toEqual(['UTC', 'Asia/Kolkata', 'UTC', 'Asia/Kolkata'])
  })
})
