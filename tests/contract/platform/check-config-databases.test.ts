import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckResult } from '#server/transports/command/check-config/check.ts'
import { checkPooler } from '#server/transports/command/check-config/checks/pooler.ts'
import { checkStandby } from '#server/transports/command/check-config/checks/standby.ts'
import { checkTombstones } from '#server/transports/command/check-config/checks/tombstones.ts'
import { runCheckConfig } from '#server/transports/command/check-config/run-check-config.ts'
import { withClient } from '../../faults/campaign/postgres.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { startPgBouncer } from '../../kit/pgbouncer.ts'
import { freePort } from '../../kit/redis-server.ts'
import { startReplicatedPostgres } from '../../kit/standby.ts'
import { useStarted } from '../../kit/use-started.ts'
import { whileOpen } from '../../kit/while-open.ts'

const database = useStarted(createTestDatabase)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-check-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Returns the rows of the checks of addresses and folders, by their subject. */
async function check(environment: Record<string, string>): Promise<Record<string, CheckResult>> {
  let printed = ''
  await runCheckConfig({
    environment,
    json: true,
    print: (text) => {
      printed += text
    },
    checks: [checkPooler, checkStandby, checkTombstones],
  })
  expect(printed).not.toContain('hush')
  const { results } = JSON.parse(printed) as { results: CheckResult[] }
  return Object.fromEntries(results.map((row) => [row.subject, row]))
}

/** The address of another database of the same server. */
function otherDatabase(url: string): string {
  const other = new URL(url)
  other.pathname = '/postgres'
  return other.href
}

describe('the check of the pooler and the direct address', () => {
  it('finds that DATABASE_URL leads to PostgreSQL itself', async () => {
    const rows = await check({ DATABASE_URL: database.url })
    expect(rows.pooler).toMatchObject({ status: 'ok', detail: expect.stringContaining('PostgreSQL itself') })
    expect(rows['direct address']).toBeUndefined()
  })

  it('finds a pooler, and demands a direct address that works', async (context) => {
    const pooler = await startPgBouncer({ postgresUrl: database.url, poolSize: 4 })
    if (!pooler) return context.skip('pgbouncer is not installed')
    const pooled = pooler.through(database.url)
    const alone = await check({ DATABASE_URL: pooled })
    expect(alone.pooler).toMatchObject({ status: 'ok', detail: expect.stringContaining('without names') })
    expect(alone['direct address']).toMatchObject({ status: 'warning' })
    const off = await check({ DATABASE_URL: pooled, DATABASE_POOLER: 'off' })
    expect(off.pooler).toMatchObject({ status: 'warning' })
    const directTo = async (url: string) =>
      (await check({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: url }))['direct address']
    expect(await directTo(database.url)).toMatchObject({ status: 'ok' })
    expect(await directTo(otherDatabase(database.url))).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('is not the database of DATABASE_URL'),
    })
    expect(await directTo(`${pooled}?application_name=direct`)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('leads to a pooler too'),
    })
    expect(await directTo(`postgres://rapport:hush@127.0.0.1:${await freePort()}/rapport`)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('correct DATABASE_DIRECT_URL'),
    })
    await pooler[Symbol.asyncDispose]()
  })
})

describe('the check of the standby', () => {
  it('measures how far a standby is behind, and refuses what is no standby of the database', async () => {
    await whileOpen(startReplicatedPostgres(), async (servers) => {
      const { url: DATABASE_URL } = servers.primary
      const standbyAt = async (url: string) =>
        (await check({ DATABASE_URL, DATABASE_REPLICA_URL: url })).standby
      // On a busy machine a standby may be too far behind for a moment.
      await expect
        .poll(() => standbyAt(servers.standbyUrl))
        .toMatchObject({
          status: 'ok',
          detail: expect.stringMatching(/is a standby of this database, \d+ ms behind$/),
        })
      expect(await standbyAt(DATABASE_URL)).toMatchObject({
        status: 'failed',
        detail: expect.stringContaining('is no standby'),
      })
      await servers.pauseReplay()
      // A switch of the log writes nothing when nothing was written before.
      await withClient(DATABASE_URL, (client) =>
        client.query("SELECT pg_logical_emit_message(true, 'test', 'The standby does not replay this')"),
      )
      expect(await standbyAt(servers.standbyUrl)).toMatchObject({
        status: 'warning',
        detail: expect.stringContaining('ms behind: reads run on the primary'),
      })
      const foreign = { DATABASE_URL: database.url, DATABASE_REPLICA_URL: servers.standbyUrl }
      expect((await check(foreign)).standby).toMatchObject({
        status: 'failed',
        detail: expect.stringContaining('of another database'),
      })
    })
  })

  it('names the setting of a standby that cannot be reached, and is off without one', async () => {
    const DATABASE_REPLICA_URL = `postgres://rapport:hush@127.0.0.1:${await freePort()}/rapport`
    expect((await check({ DATABASE_URL: database.url, DATABASE_REPLICA_URL })).standby).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('correct DATABASE_REPLICA_URL'),
    })
    expect((await check({ DATABASE_URL: database.url })).standby).toMatchObject({ status: 'off' })
  })
})

describe('the check of the list of deletions', () => {
  const rowOf = async (environment: Record<string, string>) => (await check(environment)).TOMBSTONES

  it('warns when a server with its own database keeps no list', async () => {
    expect(await rowOf({ DATABASE_URL: database.url })).toMatchObject({ status: 'warning' })
    expect(await rowOf({ DATA_DIR: folder })).toMatchObject({ status: 'ok' })
  })

  it('writes into the folder as the server does, and leaves nothing there', async () => {
    expect(await rowOf({ DATABASE_URL: database.url, TOMBSTONES: folder })).toMatchObject({ status: 'ok' })
    expect(await readdir(folder)).toEqual([])
    const below = join(folder, 'not', 'there', 'yet')
    expect(await rowOf({ DATABASE_URL: database.url, TOMBSTONES: below })).toMatchObject({ status: 'ok' })
    expect(await readdir(folder)).toEqual([])
  })

  it('fails for a file, a folder below a file, and a folder in which no file can be created', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await chmod(file, 0o600)
    // Nothing can be created here, not even by root.
    const places = [file, join(file, 'below'), '/proc/self']
    for (const TOMBSTONES of places)
      expect(await rowOf({ DATABASE_URL: database.url, TOMBSTONES })).toMatchObject({
        status: 'failed',
        detail: expect.stringContaining(`${TOMBSTONES} cannot be written by this user`),
      })
    await rm(file)
  })
})
