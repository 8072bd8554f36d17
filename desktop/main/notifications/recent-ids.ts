/** How many ids are remembered; more than a stream replays. */
const MAX_REMEMBERED = 1_000

/** Remembers the most recent ids. */
export function createRecentIds() {
  const ids = new Set<string>()
  return {
    has: (id: string) => ids.has(id),
    add(id: string) {
      ids.add(id)
      for (const oldest of ids) {
        if (ids.size <= MAX_REMEMBERED) break
        ids.delete(oldest)
      }
    },
  }
}
