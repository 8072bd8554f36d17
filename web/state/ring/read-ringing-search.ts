import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { SearchEvening, SearchKind } from '../chat/chat-state.ts'

/** Returns what the search is for that goes on in the closed app, if it was begun in this browser: the polls say it each time. */
export function readRingingSearch(storage: Pick<PageStorage, 'getItem'>): SearchKind {
  try {
    const kept: unknown = JSON.parse(storage.getItem(STORAGE_KEYS.ringKind) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return {}
    const evening = 'evening' in kept && isEvening(kept.evening) ? kept.evening : null
    return { evening, isExchange: 'isExchange' in kept && kept.isExchange === true }
  } catch {
    return {}
  }
}

const isEvening = (value: unknown): value is SearchEvening =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'topic' in value &&
  typeof value.topic === 'string' &&
  'endsAt' in value &&
  typeof value.endsAt === 'string'
