import { foldInterests, type Presence } from './presence.ts'

interface Here {
  streams: number
  interests: string[]
}

export function createMemoryPresence(): Presence {
  const people = new Map<string, Here>()
  const byInterest = new Map<string, Set<string>>()

  return {
    async opened(userId, interests) {
      const here = people.get(userId)
      if (here) {
        here.streams += 1
        return false
      }
      const folded = foldInterests(interests)
      people.set(userId, { streams: 1, interests: folded })
      for (const interest of folded) {
        const sharing = byInterest.get(interest)
        if (sharing) sharing.add(userId)
        else byInterest.set(interest, new Set([userId]))
      }
      return true
    },

    async closed(userId) {
      const here = people.get(userId)
      if (!here) return false
      here.streams -= 1
      if (here.streams > 0) return false
      people.delete(userId)
      for (const interest of here.interests) {
        const sharing = byInterest.get(interest)
        sharing?.delete(userId)
        if (sharing?.size === 0) byInterest.delete(interest)
      }
      return true
    },

    async online(userIds) {
      return new Set(userIds.filter((userId) => people.has(userId)))
    },

    async countSharing(interests, exceptUserId, cap) {
      const found = new Set<string>()
      for (const interest of foldInterests(interests)) {
        for (const userId of byInterest.get(interest) ?? []) {
          if (userId !== exceptUserId) found.add(userId)
          if (found.size >= cap) return cap
        }
      }
      return found.size
    },

    count: async () => people.size,

    async [Symbol.asyncDispose]() {
      people.clear()
      byInterest.clear()
    },
  }
}
