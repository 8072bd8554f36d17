import { resolve } from 'node:path'
import pg from 'pg'
import { applyMigrations } from '#server/platform/postgres/index.ts'
import { freePort } from '../../kit/redis-server.ts'
import { TEST_SECRET_KEY } from '../../kit/secret-key.ts'
import { type Contender, countStored } from './contender.ts'
import { type MeasuredProcess, startMeasuredProcess } from './measured-process.ts'
import { seedMembers } from './seed-members.ts'
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
  const startNode = async (more: Record<string, string> = {}): Promise<MeasuredProcess> =>
    startMeasuredProcess('server/main.ts', {
      ...ENV,
      ...more,
      DATABASE_URL: databaseUrl,
      PORT: String(await freePort()),
    })
  return {
    name,
    pairs: members,
    async start() {
      if (name === 'rapport') {
        const node = await startNode()
        return { processes: [node], load: { wire: 'rapport', sendTo: node.url, receiveFrom: node.url } }
      }
      const [first, second] = [
        await startNode({ REDIS_URL: stores.redisUrl ?? '' }),
        await startNode({ REDIS_URL: stores.redisUrl ?? '' }),
      ]
      return {
        processes: [first, second],
        load: { wire: 'rapport', sendTo: first.url, receiveFrom: second.url },
      }
    },
    stored: (beginning) => countStored(pool, 'message', beginning),
    close: () => pool.end(),
  }
}
