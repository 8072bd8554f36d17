import { setTimeout as delay } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { dropStatementNames, isBehindPooler } from './connection-pooler.ts'
import { PrismaClient } from './generated/client.ts'
import type { ReadSource } from './read-source.ts'
import { cutSilentConnections } from './silent-connections.ts'
import { utcTimes } from './utc-times.ts'

/** A standby, opened when it is first used: the server also starts and runs without it. */
export interface Replica extends ReadSource {
  /**
   * Resolves with whether the standby has replayed the log up to the primary's position within a short time. @throws Error
   * when it cannot be reached, is no standby, or follows another primary
   */
  catchesUp(primaryPosition: () => Promise<bigint>): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

/** Reads go to the primary when the standby does not answer within these times, in milliseconds. */
const CONNECT_TIMEOUT = 1_000
const STATEMENT_TIMEOUT = 2_000
/** How long a read waits for the standby to catch up, and how often it asks, in milliseconds. */
const CATCH_UP_TIMEOUT = 100
const CATCH_UP_POLL = 4

const REPLAYED = {
  name: 'replayed-position',
  text: `SELECT pg_is_in_recovery() AS standby, (pg_last_wal_replay_lsn() - '0/0')::text AS position`,
}

const IDENTITY = 'SELECT pg_postmaster_start_time()::text AS started'

export function openReplica({ url, poolSize }: { url: string; poolSize: number }): Replica {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    onConnect: utcTimes(CONNECT_TIMEOUT),
    verify: (client, done) => void prepare(client).then(() => done(), done),
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  cutSilentConnections(pool, STATEMENT_TIMEOUT)
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  const assertSameStandby = createStandbyCheck()
  /** The furthest position that the standby was seen at. */
  let furthest = 0n

  async function prepare(client: pg.PoolClient) {
    if (await isBehindPooler(client)) dropStatementNames(client)
    await assertSameStandby(client)
  }

  async function replayed(): Promise<bigint> {
    const { rows } = await pool.query<{ standby: boolean; position: string | null }>(REPLAYED)
    const [row] = rows
    if (!row?.standby) throw new Error('DATABASE_REPLICA_URL does not lead to a standby.')
    return BigInt(row.position ?? 0)
  }

  return {
    pool,
    prisma,
    async catchesUp(primaryPosition) {
      const seen = furthest
      const position = await primaryPosition()
      if (position < seen)
        throw new Error('The standby has changes that the primary lacks: it follows another primary.')
      const deadline = performance.now() + CATCH_UP_TIMEOUT
      for (;;) {
        const now = await replayed()
        if (now > furthest) furthest = now
        if (now >= position) return true
        if (performance.now() >= deadline) return false
        await delay(CATCH_UP_POLL)
      }
    },
    async [Symbol.asyncDispose]() {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

/** The position of one standby says nothing about another, so all connections must lead to the same one. */
function createStandbyCheck() {
  let standby: string | undefined
  let open = 0
  return async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ started: string }>(IDENTITY)
    const started = rows[0]?.started
    // After a restart of the standby, no earlier connection is left.
    if (open === 0) standby = started
    if (started !== standby)
      throw new Error('DATABASE_REPLICA_URL leads to more than one standby. Set it to the address of one.')
    open += 1
    client.once('end', () => {
      open -= 1
    })
  }
}
