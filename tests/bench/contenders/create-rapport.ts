import { resolve } from 'node:path'
import pg from 'pg'
import { applyMigrations } from '#server/platform/postgres/index.ts'
import { freePort } from '../../kit/redis-server.ts'
import { TEST_SECRET_KEY } from '../../kit/secret-key.ts'
import { type Contender, countStored, runsOnTwoNodes } from './contender.ts'
import { startMeasuredProcess } from './measured-process.ts'
import { seedMembers } from './seed-members.ts'
import { startNodes } from './start-nodes.ts'
import type { Stores } from './stores.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../prisma/migrations')

/** As in production, with limits that a benchmark does not reach. */
const ENV = {
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://rapport.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  SECRET_KEY: TEST_SECRET_KEY,
  RATE_LIMIT_FACTOR: '100000',
  LOG_LEVEL: 'error',
}
/** As the image, the systemd unit and npm start have it: docs/operations/memory.md. */
const NODE_OPTIONS = ['--max-semi-space-size=16']

/** Prepares Rapport with this many pairs: one node, or two on Redis, with the senders on one and the receivers on the other. */
export async function createRapport(
  name: 'rapport' | 'rapport-redis',
  stores: Stores,
  pairs: number,
): Promise<Contender> {
  const databaseUrl = await stores.createDatabase(name.replace('-', '_'))
  await applyMigrations({ url: databaseUrl, directory: MIGRATIONS })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const members = await seedMembers(pool, pairs)
  const startNode = async (settings: Record<string, string>) =>
    startMeasuredProcess(
      'server/main.ts',
      {
        ...ENV,
        ...settings,
        ...(runsOnTwoNodes(name) ? { REDIS_URL: stores.redisUrl ?? '' } : {}),
        DATABASE_URL: databaseUrl,
        PORT: String(await freePort()),
      },
      NODE_OPTIONS,
    )
  return {
    name,
    pairs: members,
    start: (settings = {}) => startNodes(name, 'rapport', () => startNode(settings)),
    stored: (beginning) => countStored(pool, 'message', beginning),
    close: () => pool.end(),
  }
}
