import type { Result } from 'ioredis'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import { CHANGE, CLOSE, EXPIRE, OPEN, REAP, SHARING } from './presence-scripts.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    presenceOpen(...args: string[]): Result<number, Context>
    presenceClose(...args: string[]): Result<number, Context>
    presenceChange(...args: string[]): Result<number, Context>
    presenceExpire(...args: (string | number)[]): Result<string[], Context>
    presenceReap(...args: (string | number)[]): Result<[number, string[]], Context>
    presenceSharing(...args: (string | number)[]): Result<number, Context>
  }
}

/** Members per command when a dead node is cleared up or the registry is read. */
const BATCH = 200

export interface NodeRegistry {
  /** Renews this node's sign of life. Returns false when the last one had expired: other nodes may have removed this node's members. */
  signOfLife(seconds: number): Promise<boolean>
  /** Returns true when the member was neither on a node before nor within the grace. */
  open(userId: string, interests: readonly string[]): Promise<boolean>
  /** Replaces the interests of a member who is online. */
  change(userId: string, interests: readonly string[]): Promise<void>
  /** Begins the grace when the member is on no other node. */
  close(userId: string): Promise<void>
  /** Yields the members that the registry has for this node, in batches. */
  members(): AsyncIterable<string[]>
  /** Removes members whose grace is over and yields them in batches. Each member is yielded to one node. */
  expire(grace: number): AsyncIterable<string[]>
  /** Removes the members of dead nodes and yields those who are offline now, in batches. */
  reapOthers(): AsyncIterable<string[]>
  online(userIds: readonly string[]): Promise<Set<string>>
  /** Returns those of the members who are on a node. */
  connected(userIds: readonly string[]): Promise<Set<string>>
  countSharing(interests: readonly string[], except: readonly string[], cap: number): Promise<number>
  count(): Promise<number>
}

export interface NodeRegistryDeps {
  redis: RedisCommands
  prefix: string
  nodeId: string
}

/** Shares the members of each node in Redis. Every change is one script, so a crash leaves nothing half done. */
export function createNodeRegistry({ redis, prefix, nodeId }: NodeRegistryDeps): NodeRegistry {
  redis.defineCommand('presenceOpen', { numberOfKeys: 4, lua: OPEN })
  redis.defineCommand('presenceClose', { numberOfKeys: 3, lua: CLOSE })
  redis.defineCommand('presenceChange', { numberOfKeys: 1, lua: CHANGE })
  redis.defineCommand('presenceExpire', { numberOfKeys: 2, lua: EXPIRE })
  redis.defineCommand('presenceReap', { numberOfKeys: 4, lua: REAP })
  redis.defineCommand('presenceSharing', { lua: SHARING })
  const keys = keysOf(prefix)
  return { ...changes(redis, keys, nodeId), ...sweeps(redis, keys, nodeId), ...reads(redis, keys) }
}

type Keys = ReturnType<typeof keysOf>

const keysOf = (prefix: string) => ({
  nodes: `${prefix}nodes`,
  everyone: `${prefix}online`,
  leaving: `${prefix}leaving`,
  nodesOf: `${prefix}nodes-of:`,
  interestPrefix: `${prefix}interest:`,
  aliveKey: (node: string) => `${prefix}alive:${node}`,
  membersOf: (node: string) => `${prefix}people:${node}`,
})

function changes(redis: RedisCommands, keys: Keys, nodeId: string) {
  const { nodes, everyone, leaving, nodesOf, interestPrefix, aliveKey, membersOf } = keys
  return {
    async signOfLife(seconds) {
      const [before] = await Promise.all([
        redis.set(aliveKey(nodeId), '1', 'EX', seconds, 'GET'),
        redis.sadd(nodes, nodeId),
      ])
      return before !== null
    },

    async open(userId, interests) {
      const touched = [nodesOf + userId, membersOf(nodeId), everyone, leaving]
      return (
        (await redis.presenceOpen(...touched, nodeId, userId, interestPrefix, interests.join('\n'))) === 1
      )
    },

    async change(userId, interests) {
      await redis.presenceChange(everyone, userId, interestPrefix, interests.join('\n'))
    },

    async close(userId) {
      await redis.presenceClose(nodesOf + userId, membersOf(nodeId), leaving, nodeId, userId)
    },
  } satisfies Partial<NodeRegistry>
}

function sweeps(redis: RedisCommands, keys: Keys, nodeId: string) {
  const { nodes, everyone, leaving, nodesOf, interestPrefix, aliveKey, membersOf } = keys
  return {
    async *members() {
      let cursor = '0'
      do {
        const [next, found] = await redis.sscan(membersOf(nodeId), cursor, 'COUNT', BATCH)
        yield found
        cursor = next
      } while (cursor !== '0')
    },

    async *expire(grace) {
      for (;;) {
        const gone = await redis.presenceExpire(leaving, everyone, grace, interestPrefix, BATCH)
        if (gone.length === 0) return
        yield gone
      }
    },

    async *reapOthers() {
      for (const node of await redis.smembers(nodes)) {
        if (node === nodeId) continue
        const touched = [aliveKey(node), membersOf(node), everyone, nodes]
        for (;;) {
          const [found, gone] = await redis.presenceReap(...touched, node, interestPrefix, nodesOf, BATCH)
          if (found === 0) break
          yield gone
        }
      }
    },
  } satisfies Partial<NodeRegistry>
}

function reads(redis: RedisCommands, { everyone, leaving, interestPrefix }: Keys) {
  return {
    async online(userIds) {
      if (userIds.length === 0) return new Set()
      const found = await redis.hmget(everyone, ...userIds)
      return new Set(userIds.filter((_, index) => typeof found[index] === 'string'))
    },

    async connected(userIds) {
      if (userIds.length === 0) return new Set()
      const [found, left] = await Promise.all([
        redis.hmget(everyone, ...userIds),
        redis.zmscore(leaving, ...userIds),
      ])
      return new Set(userIds.filter((_, index) => typeof found[index] === 'string' && left[index] === null))
    },

    async countSharing(interests, except, cap) {
      const groups = interests.map((interest) => interestPrefix + interest)
      if (groups.length === 0 || cap <= 0) return 0
      return redis.presenceSharing(groups.length, ...groups, cap, ...except)
    },

    count: () => redis.hlen(everyone),
  } satisfies Partial<NodeRegistry>
}
