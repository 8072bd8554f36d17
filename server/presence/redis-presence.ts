import type { Redis, Result } from 'ioredis'
import * as z from 'zod'
import { foldInterest, type Presence } from './presence.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    presenceOpen(...args: string[]): Result<number, Context>
    presenceClose(...args: string[]): Result<number, Context>
    presenceSharing(...args: (string | number)[]): Result<number, Context>
  }
}

/** How long a node is believed alive without a sign of it, and how often it gives one. */
const ALIVE_SECONDS = 20
const SIGN_EVERY = 5_000
/** People taken off a dead node at a time. */
const REAP_BATCH = 500

const OPEN = `
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
if redis.call('SCARD', KEYS[1]) > 1 then return 0 end
redis.call('SADD', KEYS[3], ARGV[2])
for i = 4, #KEYS do redis.call('SADD', KEYS[i], ARGV[2]) end
return 1`

const CLOSE = `
redis.call('HDEL', KEYS[2], ARGV[2])
if redis.call('SREM', KEYS[1], ARGV[1]) == 0 or redis.call('SCARD', KEYS[1]) > 0 then return 0 end
redis.call('SREM', KEYS[3], ARGV[2])
for i = 4, #KEYS do redis.call('SREM', KEYS[i], ARGV[2]) end
return 1`

/** A sample of \`cap\` people an interest is enough to count up to \`cap\` of them. */
const SHARING = `
local seen, count, cap = {}, 0, tonumber(ARGV[2])
for i = 1, #KEYS do
  for _, user in ipairs(redis.call('SRANDMEMBER', KEYS[i], cap + 1)) do
    if user ~= ARGV[1] and not seen[user] then
      seen[user] = true
      count = count + 1
      if count >= cap then return cap end
    end
  end
end
return count`

const interestsModel = z.array(z.string())

export interface RedisPresenceDeps {
  redis: Redis
  prefix: string
  nodeId: string
  /** Somebody whose node died is offline now. */
  onOffline(userId: string): Promise<void> | void
  onError(error: unknown): void
}

/** Nodes share who is online; a node that dies without a word is cleared up by the others within half a minute. */
export function createRedisPresence({
  redis,
  prefix,
  nodeId,
  onOffline,
  onError,
}: RedisPresenceDeps): Presence {
  redis.defineCommand('presenceOpen', { lua: OPEN })
  redis.defineCommand('presenceClose', { lua: CLOSE })
  redis.defineCommand('presenceSharing', { lua: SHARING })
  const here = new Map<string, { streams: number; interests: string[] }>()
  const nodes = `${prefix}nodes`
  const everyone = `${prefix}online`
  const aliveKey = (node: string) => `${prefix}alive:${node}`
  const peopleOf = (node: string) => `${prefix}people:${node}`
  const nodesOf = (userId: string) => `${prefix}nodes-of:${userId}`
  const interestKey = (interest: string) => `${prefix}interest:${interest}`

  const keysFor = (node: string, userId: string, interests: readonly string[]) => {
    const keys = [nodesOf(userId), peopleOf(node), everyone, ...interests.map(interestKey)]
    return [String(keys.length), ...keys]
  }

  const announced = sign()
  async function sign() {
    await redis.multi().sadd(nodes, nodeId).set(aliveKey(nodeId), '1', 'EX', ALIVE_SECONDS).exec()
  }

  async function close(node: string, userId: string, interests: readonly string[]) {
    return (await redis.presenceClose(...keysFor(node, userId, interests), node, userId)) === 1
  }

  async function reap() {
    const others = (await redis.smembers(nodes)).filter((node) => node !== nodeId)
    for (const node of others) {
      if (await redis.exists(aliveKey(node))) continue
      const [, found] = await redis.hscan(peopleOf(node), 0, 'COUNT', REAP_BATCH)
      for (let index = 0; index < found.length; index += 2) {
        const userId = found[index] ?? ''
        const interests = interestsModel.parse(JSON.parse(found[index + 1] ?? '[]'))
        if (await close(node, userId, interests)) await onOffline(userId)
      }
      if (found.length === 0) await redis.srem(nodes, node)
    }
  }

  const timer = setInterval(() => {
    sign().then(reap).catch(onError)
  }, SIGN_EVERY)
  timer.unref()

  return {
    async opened(userId, interests) {
      await announced
      const own = here.get(userId)
      if (own) {
        own.streams += 1
        return false
      }
      const folded = [...new Set(interests.map(foldInterest))]
      here.set(userId, { streams: 1, interests: folded })
      const came = await redis.presenceOpen(
        ...keysFor(nodeId, userId, folded),
        nodeId,
        userId,
        JSON.stringify(folded),
      )
      return came === 1
    },

    async closed(userId) {
      const own = here.get(userId)
      if (!own) return false
      own.streams -= 1
      if (own.streams > 0) return false
      here.delete(userId)
      return close(nodeId, userId, own.interests)
    },

    async online(userIds) {
      if (userIds.length === 0) return new Set()
      const flags = await redis.smismember(everyone, ...userIds)
      return new Set(userIds.filter((_, index) => flags[index] === 1))
    },

    async countSharing(interests, exceptUserId, cap) {
      const keys = interests.map((interest) => interestKey(foldInterest(interest)))
      if (keys.length === 0) return 0
      return redis.presenceSharing(String(keys.length), ...keys, exceptUserId, cap)
    },

    count: () => redis.scard(everyone),

    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      for (const [userId, { interests }] of here) await close(nodeId, userId, interests)
      here.clear()
      await redis.multi().srem(nodes, nodeId).del(aliveKey(nodeId)).exec()
    },
  }
}
