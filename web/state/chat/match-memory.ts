import { TIMING } from '#schema/limits.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'

/** Stores the last match: a reload within ten minutes returns to it (spec §4). */
export interface MatchMemory {
  remember(conversationId: string): void
  recall(): string | null
  forget(): void
}

export function createMatchMemory(storage: Storage, now: () => number): MatchMemory {
  return {
    remember(conversationId) {
      storage.setItem(STORAGE_KEYS.match, JSON.stringify({ id: conversationId, at: now() }))
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
      storage.removeItem(STORAGE_KEYS.match)
    },
  }
}
