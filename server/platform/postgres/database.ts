import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { cutSilentConnections } from './silent-connections.ts'

/** One pool under both: Prisma for what is written often in code, plain SQL for what runs often. */
export interface Database {
  readonly prisma: PrismaClient
  readonly pool: pg.Pool
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** How long a request waits for a connection of the pool, in milliseconds. */
const CONNECT_TIMEOUT = 5_000
/** How long a statement may run without a word from PostgreSQL, in milliseconds. */
const STATEMENT_TIMEOUT = 8_000

/** The client within an interactive transaction. */
export type Transaction = Prisma.TransactionClient

export async function openDatabase({
  url,
  poolSize = 20,
  connectTimeout = CONNECT_TIMEOUT,
  statementTimeout = STATEMENT_TIMEOUT,
}: {
  url: string
  poolSize?: number
  connectTimeout?: number
  statementTimeout?: number
}): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: connectTimeout })
  // A connection that breaks is replaced by the pool; one without a listener would end the process, also in the instant
  // between being idle and being used.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  cutSilentConnections(pool, statementTimeout)
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

/** Whether a row was refused because one with the same key is there. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'P2002' || error.code === '23505')
}
