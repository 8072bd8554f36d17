import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/platform/clock.ts'
import type { Member } from '../member.ts'
import { sessionBucketOf } from './session-invalidations.ts'

const SIZE = 50_000
/** How long a node may cache a session while it reads the changes of the other nodes, in milliseconds. */
const TRUSTED_TTL = 60_000
/** How long otherwise, in milliseconds: a change on another node is noticed after this time. */
const UNTRUSTED_TTL = 1_000

/** The member of a session, with the time at which the clock alone changes them, in milliseconds. */
export interface LoadedMember {
  member: Member
  validUntil: number
}

interface Entry extends LoadedMember {
  loadedAt: number
}

/** A load that is under way. Its result may lack a change that arrives before it ends. */
interface Load {
  changed: boolean
}

export interface SessionCache {
  get(sessionKey: string): Member | undefined
  /** Loads the member of a session. Caches the result unless a change arrived while it was loaded. */
  load(
    sessionKey: string,
    read: () => Promise<LoadedMember | null>,
    isCacheable: (member: Member) => boolean,
  ): Promise<Member | null>
  forgetSession(sessionKey: string): void
  /** Forgets the sessions of the members in these buckets. */
  forgetBuckets(buckets: readonly number[]): void
  forgetAll(): void
}

export function createSessionCache({
  clock,
  isCurrent,
}: {
  clock: Clock
  /** Returns whether changes of other nodes have been read recently. */
  isCurrent(): boolean
}): SessionCache {
  const keysOf = new Map<number, Set<string>>()
  const loads = new Set<Load>()
  const entries = new LRUCache<string, Entry>({
    max: SIZE,
    dispose({ member }, key) {
      const bucket = sessionBucketOf(member.id)
      const keys = keysOf.get(bucket)
      if (keys?.delete(key) && keys.size === 0) keysOf.delete(bucket)
    },
  })

  /** Any load may be of a changed member: which one it reads is known only afterwards. */
  function markLoads() {
    for (const load of loads) load.changed = true
  }

  function store(sessionKey: string, entry: Entry) {
    entries.set(sessionKey, entry)
    const bucket = sessionBucketOf(entry.member.id)
    const keys = keysOf.get(bucket) ?? new Set()
    keysOf.set(bucket, keys.add(sessionKey))
  }

  return {
    get(sessionKey) {
      const entry = entries.get(sessionKey)
      if (!entry) return undefined
      const now = clock.now()
      const ttl = isCurrent() ? TRUSTED_TTL : UNTRUSTED_TTL
      return now - entry.loadedAt < ttl && now < entry.validUntil ? entry.member : undefined
    },

    async load(sessionKey, read, isCacheable) {
      const load = { changed: false }
      const loadedAt = clock.now()
      loads.add(load)
      try {
        const loaded = await read()
        if (loaded && !load.changed && isCacheable(loaded.member)) store(sessionKey, { ...loaded, loadedAt })
        return loaded?.member ?? null
      } finally {
        loads.delete(load)
      }
    },

    forgetSession(sessionKey) {
      markLoads()
      entries.delete(sessionKey)
    },

    forgetBuckets(buckets) {
      if (buckets.length === 0) return
      markLoads()
      for (const bucket of buckets) for (const key of [...(keysOf.get(bucket) ?? [])]) entries.delete(key)
    },

    forgetAll() {
      markLoads()
      entries.clear()
    },
  }
}
