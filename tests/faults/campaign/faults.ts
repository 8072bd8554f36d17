import { type RedisServer, startRedis } from '../../kit/redis-server.ts'
import type { CampaignNode } from './node.ts'
import type { CampaignPostgres } from './postgres.ts'
import { pause, type Random } from './random.ts'

export interface FaultTargets {
  readonly nodes: readonly CampaignNode[]
  readonly postgres: CampaignPostgres
  readonly redis: { server: RedisServer; readonly port: number }
}

type Target = 'node' | 'redis' | 'postgres'

interface Fault {
  readonly target: Target
  strike(targets: FaultTargets, random: Random): Promise<void>
}

const anyNode = ({ nodes }: FaultTargets, random: Random) => {
  const node = nodes[Math.floor(random.between(0, nodes.length))]
  if (!node) throw new Error('a campaign needs a node')
  return node
}

async function restartRedis({ redis }: FaultTargets, signal: 'SIGTERM' | 'SIGKILL') {
  await redis.server.stop(signal)
  const server = await startRedis(redis.port)
  if (!server) throw new Error('Redis did not start again')
  redis.server = server
}

/** Everything that a campaign does to the servers. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'node kill -9': {
    target: 'node',
    strike: (targets, random) => anyNode(targets, random).restart('SIGKILL', random.between(0, 3_000)),
  },
  'node SIGTERM': {
    target: 'node',
    strike: (targets, random) => anyNode(targets, random).restart('SIGTERM', random.between(0, 1_000)),
  },
  'Redis restart': { target: 'redis', strike: (targets) => restartRedis(targets, 'SIGTERM') },
  'Redis kill -9': { target: 'redis', strike: (targets) => restartRedis(targets, 'SIGKILL') },
  'Redis hang': {
    target: 'redis',
    async strike({ redis: { server } }, random) {
      server.signal('SIGSTOP')
      await pause(random.between(3_000, 10_000))
      server.signal('SIGCONT')
    },
  },
  'PostgreSQL restart': { target: 'postgres', strike: ({ postgres }) => postgres.restart('fast') },
  'PostgreSQL crash': { target: 'postgres', strike: ({ postgres }) => postgres.restart('immediate') },
  'PostgreSQL hang': {
    target: 'postgres',
    async strike({ postgres }, random) {
      await postgres.signal('SIGSTOP')
      await pause(random.between(3_000, 12_000))
      await postgres.signal('SIGCONT')
    },
  },
}

type FaultName = keyof typeof FAULTS

/** The faults of a run: every kind once in a shuffled order, then again. */
function* shuffled(random: Random): Generator<FaultName, never> {
  for (;;) {
    const names = Object.keys(FAULTS)
    while (names.length > 0) {
      const [name] = names.splice(Math.floor(random.between(0, names.length)), 1)
      if (name) yield name
    }
  }
}

/**
 * Strikes again and again for the given time, and with every kind of fault at least once; now and then at two targets at
 * once. Returns how often each fault struck.
 */
export async function strikeFor(
  { milliseconds, calm }: { milliseconds: number; calm: readonly [number, number] },
  targets: FaultTargets,
  random: Random,
): Promise<Map<FaultName, number>> {
  const struck = new Map<FaultName, number>()
  const names = shuffled(random)
  const until = performance.now() + milliseconds
  while (performance.now() < until || struck.size < Object.keys(FAULTS).length) {
    await pause(random.between(...calm))
    const first = names.next().value
    const second = names.next().value
    const isTogether = random.chance(0.3) && FAULTS[first]?.target !== FAULTS[second]?.target
    const groups = isTogether ? [[first, second]] : [[first], [second]]
    for (const group of groups) {
      for (const name of group) struck.set(name, (struck.get(name) ?? 0) + 1)
      await Promise.all(group.map((name) => FAULTS[name]?.strike(targets, random)))
      await pause(random.between(...calm))
    }
  }
  return struck
}
