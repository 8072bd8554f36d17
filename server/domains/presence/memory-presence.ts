import { TIMING } from '#schema/limits.ts'
import { createInterestGroups, type InterestGroup } from './memory-interest-groups.ts'
import type { Presence } from './presence-port.ts'

interface OnlineMember {
  streams: number
  groups: readonly InterestGroup[]
  /** Ends the grace after the last stream closed. */
  leaving: NodeJS.Timeout | null
}

export interface MemoryPresenceDeps {
  onOffline(userId: string): void
  /** How long after the last stream closed a member still counts as online, in milliseconds. */
  grace?: number
}

/** Keeps the presence of a single node in memory. */
export function createMemoryPresence({ onOffline, grace = TIMING.leaveGrace }: MemoryPresenceDeps): Presence {
  const members = new Map<string, OnlineMember>()
  const groups = createInterestGroups()

  return {
    async opened(userId, interests) {
      const member = members.get(userId)
      if (member) {
        if (member.leaving) clearTimeout(member.leaving)
        member.leaving = null
        member.streams += 1
        return false
      }
      members.set(userId, { streams: 1, groups: groups.join(userId, interests), leaving: null })
      return true
    },
    async changed(userId, interests) {
      const member = members.get(userId)
      if (!member) return
      groups.leave(userId, member.groups)
      member.groups = groups.join(userId, interests)
    },
    async closed(userId) {
      const member = members.get(userId)
      if (!member || member.streams === 0) return
      member.streams -= 1
      if (member.streams > 0) return
      member.leaving = setTimeout(() => {
        members.delete(userId)
        groups.leave(userId, member.groups)
        onOffline(userId)
      }, grace)
      member.leaving.unref()
    },
    online: async (userIds) => new Set(userIds.filter((userId) => members.has(userId))),
    connected: async (userIds) =>
      new Set(userIds.filter((userId) => (members.get(userId)?.streams ?? 0) > 0)),
    countSharing: async (interests, except, cap) => groups.countSharing(interests, except, cap),
    count: async () => members.size,
    async [Symbol.asyncDispose]() {
      for (const { leaving } of members.values()) if (leaving) clearTimeout(leaving)
      members.clear()
      groups.clear()
    },
  }
}
