/**
 * A node at one, two and three times the load that it can answer: how much it still answers in time, with load shedding and
 * without.
 *
 *   npm run bench -- overload [--seconds 8] [--connections 2000]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { applyMigrations } from '#server/platform/postgres/index.ts'
import { freePort } from '../kit/redis-server.ts'
import { TEST_SECRET_KEY } from '../kit/secret-key.ts'
import { startMeasuredProcess } from './contenders/measured-process.ts'
import { seedMembers } from './contenders/seed-members.ts'
import { startStores } from './contenders/stores.ts'
import { milliseconds, say, sayTable, short } from './figures.ts'
import { type LoadResult, resultModel } from './overload-clients.ts'

const PAIRS = 200
/** As many requests in progress as give the highest throughput. */
const AT_CAPACITY = 64
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '2000' },
  },
})
const seconds = Number(values.seconds)
const MULTIPLES = [1, 2, 3]

const stores = await startStores()
const databaseUrl = await stores.createDatabase('overload')
await applyMigrations({ url: databaseUrl, directory: resolve('prisma/migrations') })
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
const members = await seedMembers(pool, PAIRS)
await pool.end()
const pairs = members.map(({ conversationId, sender }) => ({ conversationId, token: sender.token }))
const clients = fork(resolve(import.meta.dirname, 'overload-clients.ts'))

const startNode = async (loadShedding: 'on' | 'off') =>
  startMeasuredProcess('server/main.ts', {
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://rapport.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET_KEY: TEST_SECRET_KEY,
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
    LOAD_SHEDDING: loadShedding,
    DATABASE_URL: databaseUrl,
    PORT: String(await freePort()),
  })

async function load(url: string, options: { connections: number; rate: number | null; seconds: number }) {
  const answer = once(clients, 'message')
  clients.send({ url, pairs, ...options })
  return resultModel.parse((await answer)[0])
}

const goodput = ({ messages, lists }: LoadResult) => (messages.good + lists.good) / seconds

function rowOf(name: string, result: LoadResult, peak: number) {
  const { messages, lists, unsent, p50, p99 } = result
  const share = ({ good, late, refused, other }: LoadResult['messages']) =>
    `${Math.round((good / Math.max(1, good + late + refused + other)) * 100)} %`
  return [
    name,
    short(goodput(result)),
    `${Math.round((goodput(result) / peak) * 100)} %`,
    share(messages),
    share(lists),
    String(messages.refused + lists.refused),
    String(messages.late + lists.late + messages.other + lists.other + unsent),
    milliseconds(p50),
    milliseconds(p99),
  ]
}

async function measure(loadShedding: 'on' | 'off') {
  const node = await startNode(loadShedding)
  await load(node.url, { connections: AT_CAPACITY, rate: null, seconds: 3 })
  const atCapacity = await load(node.url, { connections: AT_CAPACITY, rate: null, seconds })
  const peak = goodput(atCapacity)
  const rows = [rowOf('capacity', atCapacity, peak)]
  for (const multiple of MULTIPLES) {
    const rate = Math.round(peak * multiple)
    const result = await load(node.url, { connections: Number(values.connections), rate, seconds })
    rows.push(rowOf(`${multiple} ×`, result, peak))
  }
  await node.stop()
  say(`\nload shedding ${loadShedding}`)
  sayTable(
    ['load', 'good/s', 'of capacity', 'messages good', 'lists good', 'refused', 'lost', 'message p50', 'p99'],
    rows,
  )
}

try {
  for (const loadShedding of ['off', 'on'] as const) await measure(loadShedding)
} finally {
  clients.kill()
  await stores[Symbol.asyncDispose]()
}
