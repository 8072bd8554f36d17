import { TIMING } from '#schema/limits.ts'
import { foldInterests } from '#server/platform/interest-keys.ts'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import { createNodeRegistry } from './node-registry.ts'
import type { Presence } from './presence-port.ts'
import { callForEach, createOwnMembers } from './redis-own-members.ts'

/** How long a sign of life lasts, in seconds, and how often a node gives one, in milliseconds. */
const ALIVE_SECONDS = 20
const SIGN_EVERY = 5_000
/** How long the sign of life of a stopped node lasts: its clients reconnect to another node within seconds. */
const STOPPED_SECONDS = 10
/** How often members whose grace is over are looked for, in milliseconds. */
const EXPIRE_EVERY = 1_000

export interface RedisPresenceDeps {
  redis: RedisCommands
  prefix: string
  nodeId: string
  /** Called for a member who came online other than by `opened`, because Redis had lost them. */
  onOnline(userId: string): Promise<void> | void
  /** Called for a member who went offline: the grace is over, or their node died. Called once on all nodes together. */
  onOffline(userId: string): Promise<void> | void
  onError(error: unknown): void
  aliveSeconds?: number
  signEvery?: number
  /** How long after the last stream closed a member still counts as online, in milliseconds. */
  grace?: number
}

/**
 * Shares among the nodes who is online. The other nodes clear up after a node that dies, within half a minute. The next
 * sign of life repairs what this node could not write, or what Redis lost.
 */
export function createRedisPresence(deps: RedisPresenceDeps): Presence {
  const { onOnline, onOffline, onError, aliveSeconds = ALIVE_SECONDS, signEvery = SIGN_EVERY } = deps
  const { grace = TIMING.leaveGrace } = deps
  const registry = createNodeRegistry(deps)
  const own = createOwnMembers({ registry, onOnline, onError })

  const beat = unlessBusy(async () => {
    await own.signOfLife(aliveSeconds)
    for await (const gone of registry.reapOthers()) await callForEach(gone, onOffline, onError)
  }, onError)
  const expire = unlessBusy(async () => {
    if (deps.redis.status !== 'ready') return
    for await (const gone of registry.expire(grace)) await callForEach(gone, onOffline, onError)
  }, onError)
  beat.run()
  const timers = [
    setInterval(beat.run, signEvery),
    setInterval(expire.run, Math.min(EXPIRE_EVERY, Math.max(grace, 50))),
  ]
  for (const timer of timers) timer.unref()

  return {
    opened: own.opened,
    changed: own.changed,
    closed: own.closed,
    online: registry.online,
    connected: registry.connected,
    // The figure is only shown: while Redis is away, no other member counts.
    countSharing: (interests, except, cap) =>
      registry.countSharing(foldInterests(interests), except, cap).catch((error: unknown) => {
        onError(error)
        return 0
      }),
    count: registry.count,

    /** Leaves the members in the registry. Those who reconnect to another node in time never go offline. */
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([beat.finished(), expire.finished()])
      await registry.signOfLife(Math.min(STOPPED_SECONDS, aliveSeconds)).catch(onError)
    },
  }
}

/** Runs a task at most once at a time. A call while it runs does nothing. */
function unlessBusy(task: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | null = null
  return {
    run() {
      running ??= task()
        .catch(onError)
        .finally(() => {
          running = null
        })
    },
    finished: async () => running,
  }
}
