import { TIMING } from '#schema/limits.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'

/** The last match, so that a reload within ten minutes returns to it (spec §4). */
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
        const kept: unknown = JSON.parse(storage.getItem(STORAGE_KEYS.match) ?? 'null')
        if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('at' in kept)) return null
        const fresh = typeof kept.at === 'number' && now() - kept.at < TIMING.matchRecovery
        return fresh && typeof kept.id === 'string' ? kept.id : null
      } catch {
        return null
      }
    },
    forget() {
      storage.removeItem(STORAGE_KEYS.match)
    },
  }
}
