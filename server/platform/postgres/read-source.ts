import type { Pool } from 'pg'
import type { PrismaClient } from './generated/client.ts'

/** Where reads run: the primary, or its standby. */
export interface ReadSource {
  readonly prisma: PrismaClient
  readonly pool: Pool
}
