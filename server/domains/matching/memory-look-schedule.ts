/** Members are grouped by the second in which their search is due. */
const SLOT = 1_000

/** When each waiting member's search is due to be tried again. */
export interface LookSchedule {
  set(userId: string, at: number): void
  remove(userId: string): void
  /** Returns up to `limit` members who are due by now, the most overdue first. */
  due(now: number, limit: number): string[]
}

export function createLookSchedule(): LookSchedule {
  const slots = new Map<number, Set<string>>()
  const slotOf = new Map<string, number>()

  function remove(userId: string) {
    const slot = slotOf.get(userId)
    if (slot === undefined) return
    slotOf.delete(userId)
    const there = slots.get(slot)
    there?.delete(userId)
    if (there?.size === 0) slots.delete(slot)
  }

  return {
    remove,
    set(userId, at) {
      remove(userId)
      const slot = Math.ceil(at / SLOT)
      slotOf.set(userId, slot)
      const there = slots.get(slot)
      if (there) there.add(userId)
      else slots.set(slot, new Set([userId]))
    },
    due(now, limit) {
      const found: string[] = []
      for (const slot of [...slots.keys()].sort((a, b) => a - b)) {
        if (slot * SLOT > now || found.length >= limit) break
        for (const userId of slots.get(slot) ?? []) {
          if (found.length >= limit) break
          found.push(userId)
        }
      }
      return found
    },
  }
}
