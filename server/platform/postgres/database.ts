import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { tracePool } from '#server/platform/tracing/trace-pool.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { cutSilentConnections } from './silent-connections.ts'

/** Prisma, and plain SQL for hot paths, on one connection pool. */
export interface Database {
  readonly prisma: PrismaClient
  readonly pool: pg.Pool
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** How long a query waits for a connection of the pool, in milliseconds. */
const CONNECT_TIMEOUT = 5_000
/** How long a statement may run without data from PostgreSQL, in milliseconds. */
const STATEMENT_TIMEOUT = 8_000

/** The client within an interactive transaction. */
export type Transaction = Prisma.TransactionClient

export async function openDatabase({
  url,
  poolSize = 20,
  connectTimeout = CONNECT_TIMEOUT,
  statementTimeout = STATEMENT_TIMEOUT,
  tracing = null,
}: {
  url: string
  poolSize?: number
  connectTimeout?: number
  statementTimeout?: number
  /** Records the statements of traces; null without traces. */
  tracing?: Tracing | null
}): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: connectTimeout })
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
    await ping()
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    prisma,
    pool,
    ping,
    async [Symbol.asyncDispose]() {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

/** Returns whether a row was refused because its key exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'P2002' || error.code === '23505')
}
