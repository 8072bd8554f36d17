import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'

export interface RegisterValues {
  userName: string
  password: string
  displayName: string
  phone: string
  interests: string[]
  nearBy: boolean
  gender: string
  age: string
  lookingFor: string[]
  termsAccepted: boolean
}

export const EMPTY: RegisterValues = {
  userName: '',
  password: '',
  displayName: '',
  phone: '',
  interests: [],
  nearBy: false,
  gender: '',
  age: '',
  lookingFor: [],
  termsAccepted: false,
}

/** Saves the form's values without the password and the consent, which must be given again. */
export function saveDraft(storage: PageStorage, values: Partial<RegisterValues>) {
  const { password: _password, termsAccepted: _termsAccepted, ...kept } = values
  try {
    storage.setItem(STORAGE_KEYS.registerDraft, JSON.stringify(kept))
  } catch {
    // If the storage is full or blocked, only the draft is lost.
  }
}

export const clearDraft = (storage: PageStorage) => storage.removeItem(STORAGE_KEYS.registerDraft)

export function readDraft(storage: PageStorage): RegisterValues {
  try {
    const kept: unknown = JSON.parse(storage.getItem(STORAGE_KEYS.registerDraft) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return EMPTY
    const draft: Record<string, unknown> = { ...EMPTY }
    for (const [name, value] of Object.entries(kept)) {
      const example = EMPTY[name as keyof RegisterValues]
      const fits = Array.isArray(example)
        ? Array.isArray(value) && value.every((one) => typeof one === 'string')
        : typeof value === typeof example
      if (name in EMPTY && fits) draft[name] = value
    }
    return draft as unknown as RegisterValues
  } catch {
    return EMPTY
  }
}
