import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { Redis } from 'ioredis'
import { eventually } from './eventually.ts'
import { freePort, type RedisServer, startRedisProcess } from './redis-server.ts'

/** A server of the cluster and a connection for its administration. */
interface ClusterNode {
  readonly port: number
  /** Where the nodes talk with each other. */
  readonly busPort: number
  readonly server: RedisServer
  readonly admin: Redis
}

export interface RedisClusterServers {
  /** The value of REDIS_URL. */
  readonly url: string
  /** Kills the primary of the slot of this key. Its replica takes over within seconds. */
  killPrimaryOf(key: string): Promise<void>
  /** Makes the replica of the primary of this key's slot the primary, and resolves once it is. */
  failOver(key: string): Promise<void>
  /** Moves the slot of this key to another primary, with its keys. */
  moveSlot(key: string): Promise<void>
  stop(): Promise<void>
}

const PRIMARIES = 3
const SLOTS = 16_384
/** After this time without an answer a primary counts as dead, in milliseconds. Long enough for a busy machine. */
const NODE_TIMEOUT = 2_000

/** Starts three primaries with a replica each. Null where redis-server is not installed. */
export async function startRedisCluster(): Promise<RedisClusterServers | null> {
  const nodes: ClusterNode[] = []
  const folder = await mkdtemp(joinPath(tmpdir(), 'rapport-redis-'))
  const stop = async () => {
    for (const { admin } of nodes) admin.disconnect()
    await Promise.all(nodes.map(({ server }) => server.stop('SIGKILL')))
    await rm(folder, { recursive: true, force: true })
  }
  for (let index = 0; index < 2 * PRIMARIES; index += 1) {
    const node = await startNode(folder)
    if (!node) {
      await stop()
      return null
    }
    nodes.push(node)
  }
  await join(nodes)
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    async killPrimaryOf(key) {
      const primary = await primaryOf(nodes, key)
      primary.admin.disconnect()
      await primary.server.stop('SIGKILL')
      nodes.splice(nodes.indexOf(primary), 1)
    },
    failOver: (key) => failOver(nodes, key),
    moveSlot: (key) => moveSlot(nodes, key),
    stop,
  }
}

async function startNode(folder: string): Promise<ClusterNode | null> {
  const [port, busPort] = [await freePort(), await freePort()]
  const server = await startRedisProcess(port, [
    '--dir',
    folder,
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    String(busPort),
    '--cluster-config-file',
    `nodes-${port}.conf`,
    '--cluster-node-timeout',
    String(NODE_TIMEOUT),
    '--cluster-replica-validity-factor',
    '0',
    '--cluster-allow-replica-migration',
    'no',
    '--repl-diskless-sync-delay',
    '0',
  ])
  if (!server) return null
  const admin = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: 0 })
  admin.on('error', () => undefined)
  await admin.config('SET', 'repl-ping-replica-period', '1')
  return { port, busPort, server, admin }
}

const idOf = async ({ admin }: ClusterNode) => String(await admin.cluster('MYID'))

async function join(nodes: readonly ClusterNode[]) {
  const primaries = nodes.slice(0, PRIMARIES)
  const [first] = nodes
  if (!first) return
  for (const [index, { admin }] of primaries.entries()) {
    const from = Math.floor((index * SLOTS) / PRIMARIES)
    const to = Math.floor(((index + 1) * SLOTS) / PRIMARIES) - 1
    await admin.cluster('ADDSLOTSRANGE', from, to)
    await admin.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1)
  }
  for (const node of nodes.slice(1))
    await first.admin.call('CLUSTER', 'MEET', '127.0.0.1', node.port, node.busPort)
  await untilAll(nodes, (info) => info.includes(`cluster_known_nodes:${nodes.length}`))
  for (const [index, primary] of primaries.entries()) {
    const replica = nodes[PRIMARIES + index]
    const id = await idOf(primary)
    await eventually(() => replica?.admin.call('CLUSTER', 'REPLICATE', id))
  }
  await untilAll(nodes, (info) => info.includes('cluster_state:ok'))
  for (const replica of nodes.slice(PRIMARIES)) await until(() => isLinked(replica))
  await until(async () => (await listOf(first)).filter(({ isReplica }) => isReplica).length === PRIMARIES)
}

/** Resolves once the check returns true. */
const until = (check: () => Promise<boolean>) =>
  eventually(async () => {
    if (!(await check())) throw new Error('the cluster is not ready')
  })

const untilAll = async (nodes: readonly ClusterNode[], holds: (info: string) => boolean) => {
  for (const { admin } of nodes) await until(async () => holds(String(await admin.cluster('INFO'))))
}

/** Whether a replica receives everything from its primary. */
const isLinked = async ({ admin }: ClusterNode) =>
  (await admin.info('replication')).includes('master_link_status:up')

interface Listed {
  id: string
  port: number
  isReplica: boolean
  /** The id of its primary. */
  of: string
  ranges: (readonly [number, number])[]
}

/** Returns the nodes as one of them knows them. */
async function listOf({ admin }: ClusterNode): Promise<Listed[]> {
  const text = String(await admin.cluster('NODES'))
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', address = '', flags = '', of = '', , , , , ...slots] = line.split(' ')
      const ranges = slots
        .filter((slot) => !slot.startsWith('['))
        .map((slot) => {
          const [from, to = from] = slot.split('-').map(Number)
          return [from ?? -1, to ?? -1] as const
        })
      return {
        id,
        port: Number(/:(\d+)@/.exec(address)?.[1]),
        isReplica: flags.includes('slave'),
        of,
        ranges,
      }
    })
}

async function slotOf({ admin }: ClusterNode, key: string) {
  return Number(await admin.cluster('KEYSLOT', key))
}

const anyOf = (nodes: readonly ClusterNode[]) => {
  const [first] = nodes
  if (!first) throw new Error('the cluster has no node')
  return first
}

async function primaryOf(nodes: readonly ClusterNode[], key: string): Promise<ClusterNode> {
  const any = anyOf(nodes)
  const slot = await slotOf(any, key)
  const listed = (await listOf(any)).find(({ ranges }) =>
    ranges.some(([from, to]) => from <= slot && slot <= to),
  )
  const found = nodes.find(({ port }) => port === listed?.port)
  if (!found) throw new Error(`no node has slot ${slot}`)
  return found
}

async function failOver(nodes: readonly ClusterNode[], key: string) {
  const primary = await primaryOf(nodes, key)
  const id = await idOf(primary)
  const replica = (await listOf(primary)).find(({ of }) => of === id)
  const next = nodes.find(({ port }) => port === replica?.port)
  // The primaries vote only once in a while, which a takeover does not wait for.
  await next?.admin.call('CLUSTER', 'FAILOVER', 'TAKEOVER')
  for (const node of nodes)
    await until(async () => (await primaryOf([node, ...nodes], key)).port === next?.port)
  // Only then can it take over again.
  await until(() => isLinked(primary))
}

async function moveSlot(nodes: readonly ClusterNode[], key: string) {
  const from = await primaryOf(nodes, key)
  const slot = await slotOf(from, key)
  const other = (await listOf(from)).find(({ port, ranges }) => port !== from.port && ranges.length > 0)
  const to = nodes.find(({ port }) => port === other?.port)
  if (!to) throw new Error('the cluster has one primary')
  await to.admin.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', await idOf(from))
  await from.admin.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', await idOf(to))
  for (;;) {
    const keys = await from.admin.cluster('GETKEYSINSLOT', slot, 100)
    if (keys.length === 0) break
    await from.admin.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5_000, 'KEYS', ...keys.map(String))
  }
  for (const { admin } of [to, from]) await admin.call('CLUSTER', 'SETSLOT', slot, 'NODE', await idOf(to))
}
