import type { Pool } from 'pg'
import type { GaugeReader, Reading } from './platform/metrics/create-metrics.ts'

interface Connection {
  readonly status: string
}

/** The connections to Redis. A cluster keeps several for subscriptions, which reconnect by themselves. */
type RedisConnections =
  | { kind: 'server'; commands: Connection; subscriber: Connection }
  | { kind: 'cluster'; commands: Connection }

/** What the gauges of a node read. */
export interface GaugeSources {
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>
  redis: RedisConnections | null
  online(): Promise<number>
  waiting(): Promise<number>
  streams(): number
  queuedMessages(): number
  ready(): Promise<boolean>
  backlogs(): Promise<readonly Backlog[]>
}

/** Work that waits: how much of it, and since when, in milliseconds. */
export interface Backlog {
  queue: string
  size: number
  oldest: number | null
}

const one = (value: number): readonly Reading[] => [{ value }]

/** Returns the gauges that a scrape reads. */
export function gaugesOf(sources: GaugeSources, now: () => number): GaugeReader[] {
  return [
    {
      name: 'rapport_online_people',
      help: 'People with at least one live stream on any node',
      read: async () => one(await sources.online()),
    },
    {
      name: 'rapport_waiting_tickets',
      help: 'People waiting for a match on any node',
      read: async () => one(await sources.waiting()),
    },
    {
      name: 'rapport_streams',
      help: 'Live streams open on this node',
      read: () => one(sources.streams()),
    },
    {
      name: 'rapport_message_queue',
      help: 'Messages of this node that wait for their batch',
      read: () => one(sources.queuedMessages()),
    },
    {
      name: 'rapport_ready',
      help: '1 while this node can serve requests: not while it stops, and only with its database and Redis',
      otherwise: 0,
      read: async () => one((await sources.ready()) ? 1 : 0),
    },
    ...poolGauges(sources.pool),
    ...redisGauges(sources.redis),
    ...backlogGauges(sources, now),
  ]
}

const poolGauges = (pool: GaugeSources['pool']): GaugeReader[] => [
  {
    name: 'rapport_postgres_connections',
    help: 'Connections of this node to PostgreSQL by state',
    labelNames: ['state'],
    read: () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  },
  {
    name: 'rapport_postgres_connections_max',
    help: 'How many connections to PostgreSQL this node may open',
    read: () => one(pool.options.max),
  },
  {
    name: 'rapport_postgres_waiting',
    help: 'Statements of this node that wait for a connection',
    read: () => one(pool.waitingCount),
  },
]

function connectionsOf(redis: RedisConnections | null): Record<string, Connection> {
  if (!redis) return {}
  const { commands } = redis
  return redis.kind === 'server' ? { commands, subscriber: redis.subscriber } : { commands }
}

const redisGauges = (redis: GaugeSources['redis']): GaugeReader[] => [
  {
    name: 'rapport_redis_connected',
    help: '1 while a connection to Redis is ready; no value without Redis',
    labelNames: ['connection'],
    read: () =>
      Object.entries(connectionsOf(redis)).map(([connection, { status }]) => ({
        labels: { connection },
        value: status === 'ready' ? 1 : 0,
      })),
  },
]

/** The backlogs of all nodes: each node reports the same ones. Both gauges of a scrape share one look. */
function backlogGauges({ backlogs }: GaugeSources, now: () => number): GaugeReader[] {
  let latest: { at: number; read: Promise<readonly Backlog[]> } | null = null

  function read() {
    if (!latest || now() - latest.at > BACKLOGS_EVERY) latest = { at: now(), read: backlogs() }
    return latest.read
  }

  return [
    {
      name: 'rapport_backlog_size',
      help: 'Work that waits, on all nodes together',
      labelNames: ['queue'],
      read: async () => (await read()).map(({ queue, size }) => ({ labels: { queue }, value: size })),
    },
    {
      name: 'rapport_backlog_oldest_seconds',
      help: 'How long the oldest entry of a backlog has waited; 0 for an empty one',
      labelNames: ['queue'],
      read: async () =>
        (await read()).map(({ queue, oldest }) => ({
          labels: { queue },
          value: oldest === null ? 0 : Math.max(0, now() - oldest) / 1_000,
        })),
    },
  ]
}

/** Scrapes within this time share one look at the backlogs, in milliseconds. */
const BACKLOGS_EVERY = 10_000
