import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'

/** Clears the stored data, except what the login page that follows needs: the reader's language and the mark. */
export function clearStorage(storage: PageStorage) {
  const kept = [STORAGE_KEYS.language, STORAGE_KEYS.hasLoggedIn].map(
    (key) => [key, storage.getItem(key)] as const,
  )
  storage.clear()
  for (const [key, value] of kept) if (value !== null) storage.setItem(key, value)
}
