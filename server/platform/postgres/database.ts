import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { tracePool } from '#server/platform/tracing/trace-pool.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import { createCommitPosition } from './commit-position.ts'
import { dropStatementNames, isBehindPooler, type PoolerMode } from './connection-pooler.ts'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { createPrimaryReads, createReplicaReads, type Reads } from './reads.ts'
import { openReplica } from './replica.ts'
import { cutSilentConnections } from './silent-connections.ts'
import { utcTimes } from './utc-times.ts'

/** Prisma, and plain SQL for hot paths, on one connection pool. */
export interface Database {
  readonly prisma: PrismaClient
  readonly pool: pg.Pool
  /** Reads that may run on a standby. */
  readonly reads: Reads
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** How long a query waits for a connection of the pool, in milliseconds. */
const CONNECT_TIMEOUT = 5_000
/** How long a statement may run without data from PostgreSQL, in milliseconds. */
const STATEMENT_TIMEOUT = 8_000

/** The client within an interactive transaction. */
export type Transaction = Prisma.TransactionClient

export interface DatabaseOptions {
  url: string
  pooler?: PoolerMode
  poolSize?: number
  connectTimeout?: number
  statementTimeout?: number
  /** A standby for reads. */
  replica?: { url: string; onUnavailable(reason: string): void } | null
  /** Records the statements of traces; null without traces. */
  tracing?: Tracing | null
}

export async function openDatabase({
  url,
  poolSize = 20,
  connectTimeout = CONNECT_TIMEOUT,
  statementTimeout = STATEMENT_TIMEOUT,
  pooler = 'auto',
  replica: standby = null,
  tracing = null,
}: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    onConnect: utcTimes(connectTimeout),
  })
  // The pool replaces a broken connection. Without listeners its error would end the process, also in the instant between
  // being idle and being used.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  cutSilentConnections(pool, statementTimeout)
  if (tracing) tracePool(pool, tracing)
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  const ping = async () => {
    await pool.query('SELECT 1')
  }
  try {
    await prepareForPooler(pool, pooler)
  } catch (error) {
    await pool.end()
    throw error
  }
  const replica = standby && openReplica({ url: standby.url, poolSize })
  return {
    prisma,
    pool,
    reads:
      replica && standby
        ? createReplicaReads({
            primary: { prisma, pool },
            replica,
            primaryPosition: createCommitPosition(pool),
            onUnavailable: standby.onUnavailable,
          })
        : createPrimaryReads({ prisma, pool }),
    ping,
    async [Symbol.asyncDispose]() {
      await replica?.[Symbol.asyncDispose]()
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

/** Drops the names of statements on every connection when a connection pooler answers. The first connection decides. */
async function prepareForPooler(pool: pg.Pool, mode: PoolerMode): Promise<void> {
  const first = await pool.connect()
  try {
    const isPooled = await isBehindPooler(first)
    if (mode === 'off' || (mode === 'auto' && !isPooled)) return
    dropStatementNames(first)
    pool.on('connect', dropStatementNames)
  } finally {
    first.release()
  }
}

/** Returns whether a row was refused because its key exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'P2002' || error.code === '23505')
}
