import { UNSENT } from './unsent-stores.ts'

/**
 * Erases the unsent texts and the kept chat of every member in this browser. It empties the stores: to delete the
 * database, each open page would have to close it first, and a frozen one does not. `open` returns the browser's databases or throws.
 */
export function eraseUnsent(open: () => IDBFactory): void {
  try {
    const request = open().open(UNSENT.database)
    // It does not exist.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => {
      const { result: database } = request
      // Those of the version that made the database.
      const stores = [...database.objectStoreNames]
      if (stores.length > 0) {
        const change = database.transaction(stores, 'readwrite')
        for (const store of stores) change.objectStore(store).clear()
      }
      // Waits for the transaction.
      database.close()
    }
  } catch {
    // A browser that blocks site data has stored nothing.
  }
}

/** Whether this browser may have unsent texts. */
export async function mayHaveUnsent(open: () => IDBFactory): Promise<boolean> {
  try {
    const databases = await open().databases()
    return databases.some(({ name }) => name === UNSENT.database)
  } catch {
    // Older browsers do not list them.
    return true
  }
}
