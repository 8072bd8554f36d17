import type { Redis } from 'ioredis'
import { TIMING } from '#schema/limits.ts'
import { createNodeRegistry } from './node-registry.ts'
import { foldInterests, type Presence } from './presence.ts'

/** How long a node is believed alive without a sign of it, and how often it gives one. */
const ALIVE_SECONDS = 20
const SIGN_EVERY = 5_000
/** After an orderly stop the clients come back to another node within seconds. */
const STOPPED_SECONDS = 10
/** How often it is looked whose grace has run out, in milliseconds. */
const EXPIRE_EVERY = 1_000
/** People whose entries are restored at a time. */
const BATCH = 200

export interface RedisPresenceDeps {
  redis: Redis
  prefix: string
  nodeId: string
  /** Somebody came online other than by `opened`: Redis had lost them. */
  onOnline(userId: string): Promise<void> | void
  /** A member went offline: the grace has run out, or their node died. On all nodes together this is told once. */
  onOffline(userId: string): Promise<void> | void
  onError(error: unknown): void
  aliveSeconds?: number
  signEvery?: number
  /** How long after the last stream closed a member still counts as online, in milliseconds. */
  grace?: number
}

/**
 * Nodes share who is online; a node that dies without a word is cleared up by the others within half a minute. What
 * this node could not write (or what Redis lost) it makes good with its next sign of life.
 */
export function createRedisPresence(deps: RedisPresenceDeps): Presence {
  const { onOnline, onOffline, onError, aliveSeconds = ALIVE_SECONDS, signEvery = SIGN_EVERY } = deps
  const { grace = TIMING.leaveGrace } = deps
  const registry = createNodeRegistry(deps)
  const here = new Map<string, { streams: number; interests: string[] }>()
  let written = true

  const tell = async (userIds: readonly string[], listener: (userId: string) => Promise<void> | void) => {
    await Promise.all(userIds.map(async (userId) => listener(userId)).map((told) => told.catch(onError)))
  }

  /** Runs a change; where it fails the registry is behind until it is restored. */
  async function write<Result>(change: () => Promise<Result>): Promise<Result | null> {
    try {
      return await change()
    } catch (error) {
      written = false
      onError(error)
      return null
    }
  }

  async function restore() {
    const known = new Set<string>()
    for await (const userIds of registry.people()) {
      for (const userId of userIds) known.add(userId)
      const left = userIds.filter((userId) => !here.has(userId))
      await Promise.all(left.map((userId) => write(() => registry.close(userId))))
    }
    const missing = [...here.keys()].filter((userId) => !known.has(userId))
    for (let start = 0; start < missing.length; start += BATCH) {
      const some = missing.slice(start, start + BATCH)
      const came = await Promise.all(some.map((userId) => write(() => open(userId))))
      await tell(
        some.filter((_, index) => came[index]),
        onOnline,
      )
    }
  }

  /** Who left in the meantime is not opened: between the look and the command nothing else runs. */
  async function open(userId: string) {
    const own = here.get(userId)
    return own ? registry.open(userId, own.interests) : false
  }

  async function beat() {
    if (!(await registry.signOfLife(aliveSeconds))) written = false
    if (!written) {
      // From here on, so that a failure in the meantime is not forgotten.
      written = true
      await restore().catch((error: unknown) => {
        written = false
        throw error
      })
    }
    for await (const gone of registry.reapOthers()) await tell(gone, onOffline)
  }

  let beating: Promise<void> | null = null
  function beatUnlessBusy() {
    beating ??= beat()
      .catch(onError)
      .finally(() => {
        beating = null
      })
  }
  beatUnlessBusy()

  async function expire() {
    if (deps.redis.status !== 'ready') return
    for await (const gone of registry.expire(grace)) await tell(gone, onOffline)
  }
  let expiring: Promise<void> | null = null
  function expireUnlessBusy() {
    expiring ??= expire()
      .catch(onError)
      .finally(() => {
        expiring = null
      })
  }
  const timers = [
    setInterval(beatUnlessBusy, signEvery),
    setInterval(expireUnlessBusy, Math.min(EXPIRE_EVERY, Math.max(grace, 50))),
  ]
  for (const timer of timers) timer.unref()

  return {
    async opened(userId, interests) {
      const own = here.get(userId)
      if (own) {
        own.streams += 1
        return false
      }
      const folded = foldInterests(interests)
      here.set(userId, { streams: 1, interests: folded })
      return (await write(() => registry.open(userId, folded))) ?? false
    },

    async changed(userId, interests) {
      const folded = foldInterests(interests)
      const own = here.get(userId)
      if (own) own.interests = folded
      await registry.change(userId, folded).catch(onError)
    },

    async closed(userId) {
      const own = here.get(userId)
      if (!own) return
      own.streams -= 1
      if (own.streams > 0) return
      here.delete(userId)
      await write(() => registry.close(userId))
    },

    online: registry.online,
    connected: registry.connected,
    // A figure that is only shown: while Redis is away, no other member counts.
    countSharing: (interests, exceptUserId, cap) =>
      registry.countSharing(foldInterests(interests), exceptUserId, cap).catch((error: unknown) => {
        onError(error)
        return 0
      }),
    count: registry.count,

    /** Leaves its people to the others: who is back on one of them by then never went offline. */
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([beating, expiring])
      await registry.signOfLife(Math.min(STOPPED_SECONDS, aliveSeconds)).catch(onError)
    },
  }
}
