import { foldInterests } from '#server/platform/interest-keys.ts'

/** The members online who share an interest. */
export interface InterestGroup {
  readonly interest: string
  readonly members: Set<string>
}

/** Groups the members of one node by interest. */
export interface InterestGroups {
  join(userId: string, interests: readonly string[]): readonly InterestGroup[]
  leave(userId: string, own: readonly InterestGroup[]): void
  countSharing(interests: readonly string[], except: readonly string[], cap: number): number
  clear(): void
}

export function createInterestGroups(): InterestGroups {
  const groups = new Map<string, InterestGroup>()

  function groupOf(interest: string): InterestGroup {
    const known = groups.get(interest)
    if (known) return known
    const group = { interest, members: new Set<string>() }
    groups.set(interest, group)
    return group
  }

  return {
    join(userId, interests) {
      const own = foldInterests(interests).map(groupOf)
      for (const group of own) group.members.add(userId)
      return own
    },
    leave(userId, own) {
      for (const group of own) {
        group.members.delete(userId)
        if (group.members.size === 0) groups.delete(group.interest)
      }
    },
    countSharing(interests, except, cap) {
      const left = new Set(except)
      const found = new Set<string>()
      for (const interest of foldInterests(interests)) {
        for (const userId of groups.get(interest)?.members ?? []) {
          if (!left.has(userId)) found.add(userId)
          if (found.size >= cap) return cap
        }
      }
      return found.size
    },
    clear: () => groups.clear(),
  }
}
