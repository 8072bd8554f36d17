import { ratesOf } from './behaviour.ts'
import { coresOfNodes, coresOfPostgres, coresOfRedis } from './offered-load.ts'
import { BEHAVIOUR, NETWORK, PRICES, valuesOf } from './parameters.ts'
import { node, postgres, redis } from './server-costs.ts'

const behaviour = valuesOf(BEHAVIOUR)
const network = valuesOf(NETWORK)
const prices = valuesOf(PRICES)

/** What an installation needs for a number of members online at its peak. Memory and disk are in GB, rates a second. */
export interface Capacity {
  online: number
  messages: number
  searches: number
  reconnects: number
  nodes: number
  nodeMemory: number
  postgresCores: number
  primaries: number
  /** The disk of one copy of all data. */
  disk: number
  /** Megabytes of the write-ahead log. */
  log: number
  shards: number
  /** The cores that the tickets of the matching keep busy. They are on one shard. */
  matchingCores: number
  redisMemory: number
  proxies: number
  proxyMemory: number
  /** Outgoing and incoming megabits. */
  traffic: number
  dollars: { machines: number; disk: number; traffic: number }
}

/** A cluster of Redis has at least three shards. */
const SMALLEST_CLUSTER = 3
/** PostgreSQL, Redis and the disk have a second copy each, for the loss of a machine. There are two proxies at least. */
const COPIES = 2
/** One more node than needed: the others carry the load when one is lost or replaced. */
const SPARE = 1
const MEMORY_FOR_CORE = 4
const DAY = 24 * 60 * 60
const GB = 1e9

function disksOf(online: number, messages: number): number {
  const kept = messages * behaviour.averageShare * DAY * postgres.daysKept * postgres.messageRow
  return (kept + online * behaviour.membersForOneOnline * postgres.memberRow * 1e3) / GB
}

/** Returns the shards of Redis that this many members online need: one server, or a cluster. */
export function shardsFor(online: number): number {
  const { matching, rest } = coresOfRedis(online)
  const needed = Math.ceil((matching + rest) / redis.targetLoad)
  return needed > 1 ? Math.max(SMALLEST_CLUSTER, needed) : 1
}

const trafficOf = ({ messages, heartbeats, reconnects }: ReturnType<typeof ratesOf>) =>
  messages * network.message + heartbeats * network.heartbeat + reconnects * network.reconnect

/** Returns the number of nodes that this many members online need, by processor time and by streams, and a spare one. */
export const nodesFor = (online: number): number =>
  SPARE +
  Math.max(Math.ceil(coresOfNodes(online, true) / node.targetLoad), Math.ceil(online / node.streamsAtMost))

/** Returns what this many members online at the peak need. */
export function capacityFor(online: number): Capacity {
  const rates = ratesOf(online)
  const nodes = nodesFor(online)
  const nodeMemory =
    (nodes * node.baseMemory * 1e6 + online * (node.streamMemory + node.memberMemory) * 1e3) / GB
  const postgresCores = Math.max(2, Math.ceil(coresOfPostgres(online, nodes) / postgres.targetLoad))
  const onRedis = coresOfRedis(online)
  const shards = shardsFor(online)
  const redisMemory = (online * redis.memberMemory * 1e3) / GB
  const proxies = Math.max(COPIES, Math.ceil(online / network.proxyConnections))
  const proxyMemory = (online * network.proxyMemory * 1e3) / GB
  const disk = disksOf(online, rates.messages)
  const bytes = trafficOf(rates)
  const cores = nodes + proxies + COPIES * (postgresCores + shards)
  const memory = nodeMemory + proxyMemory + COPIES * (redisMemory + postgresCores * MEMORY_FOR_CORE)
  const month = prices.hoursAMonth
  return {
    online,
    messages: rates.messages,
    searches: rates.searches,
    reconnects: rates.reconnects,
    nodes,
    nodeMemory,
    postgresCores,
    primaries: Math.ceil(postgresCores / postgres.coresAtMost),
    disk,
    log: (rates.messages * postgres.messageLog) / 1e6,
    shards,
    matchingCores: onRedis.matching,
    redisMemory,
    proxies,
    proxyMemory,
    traffic: (bytes * 8) / 1e6,
    dollars: {
      machines: (cores * prices.core + memory * prices.memory) * month,
      disk: COPIES * disk * prices.disk,
      traffic: ((bytes * behaviour.averageShare * month * 3600) / GB) * prices.traffic,
    },
  }
}
