import type { Redis, Result } from 'ioredis'
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

/** People taken off a dead node, or looked through, at a time. */
const BATCH = 200

export interface NodeRegistry {
  /** Gives a sign of life; false when the last one had lapsed, so that others may have taken this node for dead. */
  signOfLife(seconds: number): Promise<boolean>
  /** True when the person was neither on a node before nor within the grace. */
  open(userId: string, interests: readonly string[]): Promise<boolean>
  /** Other interests of somebody who is online. */
  change(userId: string, interests: readonly string[]): Promise<void>
  /** Begins the grace when the person is on no node any more. */
  close(userId: string): Promise<void>
  /** The people that the registry has for this node, some at a time. */
  people(): AsyncIterable<string[]>
  /** Takes off whose grace has run out; says who is offline by it, some at a time. Each is said to one node. */
  expire(grace: number): AsyncIterable<string[]>
  /** Clears up after nodes that died; says who is offline by it, some at a time. */
  reapOthers(): AsyncIterable<string[]>
  online(userIds: readonly string[]): Promise<Set<string>>
  /** The people of these who are on a node. */
  connected(userIds: readonly string[]): Promise<Set<string>>
  countSharing(interests: readonly string[], exceptUserId: string, cap: number): Promise<number>
  count(): Promise<number>
}

/** What the nodes know of each other's people, in Redis. Every change is one script, so a death leaves nothing half done. */
export function createNodeRegistry(deps: { redis: Redis; prefix: string; nodeId: string }): NodeRegistry {
  const { redis, prefix, nodeId } = deps
  redis.defineCommand('presenceOpen', { numberOfKeys: 4, lua: OPEN })
  redis.defineCommand('presenceClose', { numberOfKeys: 3, lua: CLOSE })
  redis.defineCommand('presenceChange', { numberOfKeys: 1, lua: CHANGE })
  redis.defineCommand('presenceExpire', { numberOfKeys: 2, lua: EXPIRE })
  redis.defineCommand('presenceReap', { numberOfKeys: 4, lua: REAP })
  redis.defineCommand('presenceSharing', { lua: SHARING })
  const nodes = `${prefix}nodes`
  const everyone = `${prefix}online`
  const leaving = `${prefix}leaving`
  const nodesOf = `${prefix}nodes-of:`
  const interestPrefix = `${prefix}interest:`
  const aliveKey = (node: string) => `${prefix}alive:${node}`
  const peopleOf = (node: string) => `${prefix}people:${node}`

  return {
    async signOfLife(seconds) {
      const [before] = await Promise.all([
        redis.set(aliveKey(nodeId), '1', 'EX', seconds, 'GET'),
        redis.sadd(nodes, nodeId),
      ])
      return before !== null
    },

    async open(userId, interests) {
      const keys = [nodesOf + userId, peopleOf(nodeId), everyone, leaving]
      return (await redis.presenceOpen(...keys, nodeId, userId, interestPrefix, interests.join('\n'))) === 1
    },

    async change(userId, interests) {
      await redis.presenceChange(everyone, userId, interestPrefix, interests.join('\n'))
    },

    async close(userId) {
      await redis.presenceClose(nodesOf + userId, peopleOf(nodeId), leaving, nodeId, userId)
    },

    async *people() {
      let cursor = '0'
      do {
        const [next, found] = await redis.sscan(peopleOf(nodeId), cursor, 'COUNT', BATCH)
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
        const keys = [aliveKey(node), peopleOf(node), everyone, nodes]
        for (;;) {
          const [found, gone] = await redis.presenceReap(...keys, node, interestPrefix, nodesOf, BATCH)
          if (found === 0) break
          yield gone
        }
      }
    },

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

    async countSharing(interests, exceptUserId, cap) {
      const keys = interests.map((interest) => interestPrefix + interest)
      if (keys.length === 0 || cap <= 0) return 0
      return redis.presenceSharing(keys.length, ...keys, exceptUserId, cap)
    },

    count: () => redis.hlen(everyone),
  }
}
