import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'

/** Milliseconds for which "Not now" is remembered. */
const PAUSE = 30 * 24 * 60 * 60_000
/** The number of members for whom one browser remembers the answer. */
const REMEMBERED = 10
const NEVER = 'never'

/** The offer of a passkey after a login with the password. */
export interface PasskeyOffer {
  /** Returns whether the member has not answered it, or only with "Not now" a while ago. */
  isWanted(): boolean
  /** Pauses the offer. */
  pause(): void
  /** Ends the offer for this member in this browser. */
  refuse(): void
}

/** Returns the offer to one member. The storage keeps the answers of a browser's members. */
export function createPasskeyOffer(storage: PageStorage, userId: string, now: () => number): PasskeyOffer {
  const answers = () =>
    (storage.getItem(STORAGE_KEYS.passkeyOffer) ?? '').split(' ').flatMap((entry) => {
      const [id = '', until = ''] = entry.split('=')
      return id ? [{ id, until }] : []
    })

  function answer(until: string) {
    const others = answers().filter(({ id }) => id !== userId)
    const kept = [...others, { id: userId, until }].slice(-REMEMBERED)
    storage.setItem(STORAGE_KEYS.passkeyOffer, kept.map((one) => `${one.id}=${one.until}`).join(' '))
  }

  return {
    isWanted() {
      const given = answers().find(({ id }) => id === userId)
      return !given || (given.until !== NEVER && !(now() < Number(given.until)))
    },
    pause: () => answer(String(now() + PAUSE)),
    refuse: () => answer(NEVER),
  }
}
