import { TIMING } from '#schema/limits.ts'
import { foldInterests, type Presence } from './presence.ts'

/** The people online who share an interest. */
interface Group {
  readonly interest: string
  readonly people: Set<string>
}

interface Here {
  streams: number
  groups: readonly Group[]
  /** Runs out when the member is not back within the grace. */
  leaving: NodeJS.Timeout | null
}

export interface MemoryPresenceDeps {
  onOffline(userId: string): void
  /** How long after the last stream closed a member still counts as online, in milliseconds. */
  grace?: number
}

/** Presence on a single node. */
export function createMemoryPresence({ onOffline, grace = TIMING.leaveGrace }: MemoryPresenceDeps): Presence {
  const people = new Map<string, Here>()
  const groups = new Map<string, Group>()

  function groupOf(interest: string): Group {
    const known = groups.get(interest)
    if (known) return known
    const group = { interest, people: new Set<string>() }
    groups.set(interest, group)
    return group
  }

  function join(userId: string, interests: readonly string[]): readonly Group[] {
    const own = foldInterests(interests).map(groupOf)
    for (const group of own) group.people.add(userId)
    return own
  }

  function leave(userId: string, own: readonly Group[]) {
    for (const group of own) {
      group.people.delete(userId)
      if (group.people.size === 0) groups.delete(group.interest)
    }
  }

  return {
    async opened(userId, interests) {
      const here = people.get(userId)
      if (here) {
        if (here.leaving) clearTimeout(here.leaving)
        here.leaving = null
        here.streams += 1
        return false
      }
      people.set(userId, { streams: 1, groups: join(userId, interests), leaving: null })
      return true
    },

    async changed(userId, interests) {
      const here = people.get(userId)
      if (!here) return
      leave(userId, here.groups)
      here.groups = join(userId, interests)
    },

    async closed(userId) {
      const here = people.get(userId)
      if (!here || here.streams === 0) return
      here.streams -= 1
      if (here.streams > 0) return
      here.leaving = setTimeout(() => {
        people.delete(userId)
        leave(userId, here.groups)
        onOffline(userId)
      }, grace)
      here.leaving.unref()
    },

    async online(userIds) {
      return new Set(userIds.filter((userId) => people.has(userId)))
    },

    async connected(userIds) {
      return new Set(userIds.filter((userId) => (people.get(userId)?.streams ?? 0) > 0))
    },

    async countSharing(interests, exceptUserId, cap) {
      const found = new Set<string>()
      for (const interest of foldInterests(interests)) {
        for (const userId of groups.get(interest)?.people ?? []) {
          if (userId !== exceptUserId) found.add(userId)
          if (found.size >= cap) return cap
        }
      }
      return found.size
    },

    count: async () => people.size,

    async [Symbol.asyncDispose]() {
      for (const { leaving } of people.values()) if (leaving) clearTimeout(leaving)
      people.clear()
      groups.clear()
    },
  }
}
