import { markdownTable } from '../figures.ts'
import { type Capacity, capacityFor } from './capacity.ts'
import {
  BEHAVIOUR,
  type Figure,
  HELP,
  NETWORK,
  NODE,
  POSTGRES,
  PRICES,
  REDIS,
  valuesOf,
} from './parameters.ts'
import { limits } from './saturation.ts'

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]

/** Returns a number with three significant digits and separated thousands. */
export const readable = (value: number) =>
  Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 4 })

const ROWS: [string, (capacity: Capacity) => string][] = [
  ['messages a second', ({ messages }) => readable(messages)],
  ['searches a second', ({ searches }) => readable(searches)],
  ['new streams a second', ({ reconnects }) => readable(reconnects)],
  ['nodes, one core each', ({ nodes }) => readable(nodes)],
  ['memory of all nodes', ({ nodeMemory }) => `${readable(nodeMemory)} GB`],
  ['cores of PostgreSQL', ({ postgresCores }) => readable(postgresCores)],
  ['primaries of PostgreSQL', ({ primaries }) => readable(primaries)],
  ['write-ahead log', ({ log }) => `${readable(log)} MB/s`],
  ['disk, one copy', ({ disk }) => `${readable(disk)} GB`],
  ['shards of Redis', ({ shards }) => readable(shards)],
  ['cores busy with tickets, on one shard', ({ matchingCores }) => readable(matchingCores)],
  ['memory of Redis', ({ redisMemory }) => `${readable(redisMemory)} GB`],
  ['proxies, one core each', ({ proxies }) => readable(proxies)],
  ['memory of all proxies', ({ proxyMemory }) => `${readable(proxyMemory)} GB`],
  ['network, both directions', ({ traffic }) => `${readable(traffic)} Mbit/s`],
  ['machines with standby and replicas, a month', ({ dollars }) => `$${readable(dollars.machines)}`],
  ['disk, two copies, a month', ({ dollars }) => `$${readable(dollars.disk)}`],
  ['traffic, a month', ({ dollars }) => `$${readable(dollars.traffic)}`],
  [
    'for 1,000 members online, a month',
    ({ online, dollars: { machines, disk, traffic } }) =>
      `$${readable(((machines + disk + traffic) / online) * 1_000)}`,
  ],
]

/** Returns the table of what each size needs. */
export function capacityTable(): string {
  const capacities = SIZES.map(capacityFor)
  return markdownTable(
    ['members online', ...SIZES.map((online) => online.toLocaleString('en-US'))],
    ROWS.map(([what, cellOf]) => [what, ...capacities.map(cellOf)]),
  )
}

/** Returns the table of what one of each carries. */
export const limitsTable = (): string =>
  markdownTable(
    ['saturates', 'at members online', 'what the operator does'],
    limits().map(({ what, online, remedy }) => [what, readable(online), remedy]),
  )

/** Returns the table of the processor time that each action takes. */
export function costTable(): string {
  const node = valuesOf(NODE)
  const postgres = valuesOf(POSTGRES)
  const redis = valuesOf(REDIS)
  const message = node.send + node.committed + node.deliver + node.publish + node.receive
  const row = `${postgres.messageRow} B of disk`
  const kilobytes = node.streamMemory + node.memberMemory
  const rows: [string, number, number, number, string][] = [
    ['a message, committed alone', message, postgres.batch + postgres.message, redis.message, row],
    ['a message, in a batch of 12', message, postgres.batch / 12 + postgres.message, redis.message, row],
    ['a match, two searches', node.match + 2 * node.search, postgres.match, redis.match, ''],
    ['a reconnect', node.newStream, postgres.newStream, redis.newStream, ''],
    [
      'a member online, a minute',
      (60 / node.heartbeatEvery) * node.heartbeat,
      0,
      0,
      `${kilobytes} KB of a node, ${redis.memberMemory} KB of Redis`,
    ],
  ]
  return markdownTable(
    ['action', 'nodes, µs', 'PostgreSQL, µs', 'Redis, µs', 'space'],
    rows.map(([what, ...cells]) => [
      what,
      ...cells.map((cell) => (typeof cell === 'number' ? readable(cell) : cell)),
    ]),
  )
}

/** Returns the table of everything that is assumed or measured. */
export function parameterTable(): string {
  const groups: [string, Record<string, Figure>][] = [
    ['member', BEHAVIOUR],
    ['small crowd', HELP],
    ['node', NODE],
    ['PostgreSQL', POSTGRES],
    ['Redis', REDIS],
    ['network', NETWORK],
    ['price', PRICES],
  ]
  return markdownTable(
    ['of', 'what', 'value', 'source'],
    groups.flatMap(([group, figures]) =>
      Object.values(figures).map(({ value, unit, meaning, source }) => [
        group,
        meaning,
        `${value.toLocaleString('en-US')} ${unit}`.trim(),
        source,
      ]),
    ),
  )
}
