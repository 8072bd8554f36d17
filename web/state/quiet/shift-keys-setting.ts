import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'

const OFF = 'off'

/** Returns whether Shift pressed three times hides the app: until the member turns it off in this browser. */
export const hasShiftKeys = (storage: Pick<PageStorage, 'getItem'>): boolean =>
  storage.getItem(STORAGE_KEYS.quietKeys) !== OFF

export function setShiftKeys(storage: Pick<PageStorage, 'setItem' | 'removeItem'>, isOn: boolean): void {
  if (isOn) storage.removeItem(STORAGE_KEYS.quietKeys)
  else storage.setItem(STORAGE_KEYS.quietKeys, OFF)
}
