import { TIMING } from '#schema/limits.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'

/** Stores the last match: a reload within ten minutes returns to it (spec §4). */
export interface MatchMemory {
  remember(conversationId: string): void
  recall(): string | null
  forget(): void
}

/** Milliseconds within which the time is not written again: a burst of messages would write it for each of them. */
const PRECISION = 1_000

export function createMatchMemory(storage: PageStorage, now: () => number): MatchMemory {
  let written: { id: string; at: number } | null = null
  return {
    remember(conversationId) {
      const at = now()
      if (written?.id === conversationId && at >= written.at && at - written.at < PRECISION) return
      written = { id: conversationId, at }
      storage.setItem(STORAGE_KEYS.match, JSON.stringify(written))
    },
    recall() {
      try {
        const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEYS.match) ?? 'null')
        if (typeof stored !== 'object' || stored === null || !('id' in stored) || !('at' in stored))
          return null
        const isRecent = typeof stored.at === 'number' && now() - stored.at < TIMING.matchRecovery
        return isRecent && typeof stored.id === 'string' ? stored.id : null
      } catch {
        return null
      }
    },
    forget() {
      written = null
      storage.removeItem(STORAGE_KEYS.match)
    },
  }
}
