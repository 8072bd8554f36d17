/** The parts of the browser's storage that the app uses. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

export interface SafeStorage extends PageStorage {
  /** Returns whether the value that was set will be found by the next page. */
  isKept(key: string): boolean
}

/**
 * Returns a storage that never throws. Where the browser refuses, because it blocks site data or is full, values last as
 * long as the page. `open` returns the browser's storage or throws.
 */
export function createSafeStorage(open: () => PageStorage): SafeStorage {
  /** The values that the browser did not take. */
  const unkept = new Map<string, string>()

  function attempt<Result>(use: (storage: PageStorage) => Result): Result | null {
    try {
      return use(open())
    } catch {
      return null
    }
  }

  return {
    getItem: (key) => unkept.get(key) ?? attempt((storage) => storage.getItem(key)),
    setItem(key, value) {
      attempt((storage) => storage.setItem(key, value))
      if (attempt((storage) => storage.getItem(key)) === value) unkept.delete(key)
      else {
        unkept.set(key, value)
        // The next page must not find an earlier value.
        attempt((storage) => storage.removeItem(key))
      }
    },
    removeItem(key) {
      unkept.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    clear() {
      unkept.clear()
      attempt((storage) => storage.clear())
    },
    isKept: (key) => !unkept.has(key),
  }
}
