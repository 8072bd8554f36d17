import { freePort, startRedis } from '../../kit/redis-server.ts'
import { TEST_SECRET_KEY } from '../../kit/secret-key.ts'
import { type FaultTargets, strikeFor } from './faults.ts'
import { createPairs } from './members.ts'
import { type CampaignNode, startCampaignNode } from './node.ts'
import { startCampaignPostgres } from './postgres.ts'
import { createRandom } from './random.ts'
import { createReceiver, type Receiver } from './receiver.ts'
import { type SenderRecord, sendUntil } from './sender.ts'
import { type Findings, verify } from './verify.ts'

export interface CampaignOptions {
  milliseconds: number
  seed: number
  pairs: number
  /** Milliseconds between two messages of a member. */
  sendEvery: number
  /** Milliseconds of calm between two faults, at least and at most. */
  calm: readonly [number, number]
}

export interface CampaignResult extends Findings {
  readonly struck: ReadonlyMap<string, number>
  readonly senders: readonly SenderRecord[]
  readonly receivers: readonly Receiver[]
  /** Ends of node processes that no fault caused. */
  readonly crashes: number
  readonly loggedErrors: readonly string[]
}

/**
 * Runs two nodes, a PostgreSQL and a Redis under load while faults strike at random, then lets every client come back and
 * compares what they learned with the database. Null where there is no redis-server.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult | null> {
  const stack = new AsyncDisposableStack()
  try {
    const servers = await startServers(stack)
    return servers && (await runUnderFaults(stack, servers, options))
  } finally {
    await stack.disposeAsync()
  }
}

async function startServers(stack: AsyncDisposableStack): Promise<FaultTargets | null> {
  const port = await freePort()
  const server = await startRedis(port)
  if (!server) return null
  const redis = { server, port }
  stack.defer(async () => {
    redis.server.signal('SIGCONT')
    await redis.server.stop()
  })
  const postgres = stack.use(await startCampaignPostgres())
  const env = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.url,
    REDIS_URL: server.url,
    SECRET_KEY: TEST_SECRET_KEY,
    DEMO: 'off',
    RATE_LIMIT_FACTOR: '100000',
  }
  const nodes: CampaignNode[] = []
  for (let index = 0; index < 2; index += 1) {
    const node = await startCampaignNode(env)
    stack.defer(() => node.stop())
    nodes.push(node)
  }
  return { nodes, postgres, redis }
}

async function runUnderFaults(
  stack: AsyncDisposableStack,
  targets: FaultTargets,
  options: CampaignOptions,
): Promise<CampaignResult> {
  const { nodes, postgres } = targets
  const urls = nodes.map(({ url }) => url)
  const pairs = await createPairs({ url: urls[0] ?? '', databaseUrl: postgres.url }, options.pairs)
  const everyMember = pairs.flatMap(({ conversationId, members }) =>
    members.map((member) => ({ member, conversationId, nodes: urls, every: options.sendEvery })),
  )
  const receivers = everyMember.map(({ member, ...where }) => createReceiver(member, where))
  stack.defer(() => {
    for (const receiver of receivers) receiver.close()
  })
  const enough = new AbortController()
  const sending = Promise.all(everyMember.map((each) => sendUntil(each, enough.signal)))
  const struck = await strikeFor(options, targets, createRandom(options.seed))
  enough.abort()
  const senders = await sending
  await Promise.all(receivers.map((receiver) => receiver.catchUp()))
  const findings = await verify(postgres.url, { pairs, senders, receivers })
  return {
    ...findings,
    struck,
    senders,
    receivers,
    crashes: nodes.reduce((sum, node) => sum + node.crashes(), 0),
    loggedErrors: nodes.flatMap((node) => node.errors()),
  }
}
