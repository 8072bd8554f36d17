import type { Tombstone, Tombstones } from '#server/platform/tombstones/index.ts'

/** A list of deletions in memory. */
export function recordTombstones(): Tombstones & { readonly entries: Tombstone[] } {
  const entries: Tombstone[] = []
  return {
    entries,
    async record(entry) {
      entries.push(entry)
    },
  }
}
