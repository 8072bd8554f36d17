import { UNSENT } from './unsent-stores.ts'

/**
 * Erases the unsent texts of every member in this browser. It empties the stores: to delete the database, each open page would
 * have to close it first, and a frozen one does not. `open` returns the browser's databases or throws.
 */
export function eraseUnsent(open: () => IDBFactory): void {
  try {
    const request = open().open(UNSENT.database)
    // It does not exist.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => {
      const { result: database } = request
      if (database.objectStoreNames.length > 0) {
        const change = database.transaction(UNSENT.stores, 'readwrite')
        for (const store of UNSENT.stores) change.objectStore(store).clear()
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
