import type { DomainEvents } from '#server/events.ts'
import { foldInterests } from '#server/platform/interest-keys.ts'

/** How many are collected between two runs. Further searches ring no bell. */
const MAX_COLLECTED = 5_000

/** A member who began to search, with one of their folded interests. */
export interface BegunSearch {
  userId: string
  interest: string
}

/** Collects the searches that began on this node. A node that dies before the next run rings no bells for them. */
export function collectSearches() {
  let collected = new Map<string, BegunSearch>()
  return {
    add({ userId, interests }: DomainEvents['searchBegan']) {
      if (collected.size >= MAX_COLLECTED) return
      for (const interest of foldInterests(interests))
        collected.set(`${userId} ${interest}`, { userId, interest })
    },
    take(): BegunSearch[] {
      const begun = [...collected.values()]
      collected = new Map()
      return begun
    },
  }
}
