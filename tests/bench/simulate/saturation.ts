import { nodesFor } from './capacity.ts'
import { coresOfNodes, coresOfPostgres, coresOfRedis } from './offered-load.ts'
import { node, postgres, redis } from './server-costs.ts'

/** Something that there is one of, how many members online it carries, and what the operator does then. */
export interface Limit {
  what: string
  online: number
  remedy: string
}

const STEP = 1_000
const MOST = 100_000_000

/** Returns the greatest number of members online, in thousands, for which a load stays within its limit. */
function greatest(isEnough: (online: number) => boolean): number {
  let [enough, tooMany] = [0, MOST / STEP]
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2)
    if (isEnough(middle * STEP)) enough = middle
    else tooMany = middle
  }
  return enough * STEP
}

/** Returns what saturates, in the order in which a growing installation meets it. */
export function limits(): Limit[] {
  const found: Limit[] = [
    {
      what: 'one node, by its streams',
      online: node.streamsAtMost,
      remedy: 'more nodes behind the proxy, or `WORKERS` on a machine with several cores; both need Redis',
    },
    {
      what: 'one node, by its core',
      online: greatest((online) => coresOfNodes(online, false) <= node.targetLoad),
      remedy: 'the same',
    },
    {
      what: 'one Redis server, by its core',
      online: greatest((online) => {
        const { matching, rest } = coresOfRedis(online)
        return matching + rest <= redis.targetLoad
      }),
      remedy: 'Redis Cluster: live logs and sessions spread over the shards by member',
    },
    {
      what: 'the primary of PostgreSQL, by its cores',
      online: greatest(
        (online) => coresOfPostgres(online, nodesFor(online)) <= postgres.targetLoad * postgres.coresAtMost,
      ),
      remedy:
        'first lists and history on a replica and partitions by time, then conversations on several primaries',
    },
    {
      what: 'the tickets of the matching, on one shard of Redis',
      online: greatest((online) => coresOfRedis(online).matching <= redis.targetLoad),
      remedy: 'a matching of its own for each region or language',
    },
  ]
  return found.sort((one, other) => one.online - other.online)
}

/** Returns with how many nodes a number of members online saturates each resource. */
export function saturatingNodes(online: number, cores: number) {
  let most = 0
  while (most < 4_096 && coresOfPostgres(online, most + 1) < cores) most += 1
  const { matching, rest } = coresOfRedis(online)
  return {
    /** With this many nodes or fewer, their cores are saturated. */
    nodes: Math.max(0, Math.ceil(coresOfNodes(online, true)) - 1),
    /** With more nodes than this, small batches saturate PostgreSQL; null if no number does. */
    postgres: most < 4_096 ? most : null,
    /** The least number of shards of Redis below saturation; null when the matching alone saturates its shard. */
    shards: matching < 1 ? Math.max(1, Math.ceil(rest / (1 - matching))) : null,
  }
}
