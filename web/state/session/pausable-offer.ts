import type { PageStorage } from '../../data/safe-storage.ts'

/** Milliseconds for which "Not now" is remembered. */
const PAUSE = 30 * 24 * 60 * 60_000
/** The number of members for whom one browser remembers the answer. */
const REMEMBERED = 10
const NEVER = 'never'

/** Something that the app offers to a member, such as a passkey. */
export interface PausableOffer {
  /** Returns whether the member has not answered it, or only with "Not now" a while ago. */
  isWanted(): boolean
  /** Returns whether the member has answered "Not now" before. */
  wasPaused(): boolean
  /** Pauses the offer. */
  pause(): void
  /** Ends the offer for this member in this browser. */
  refuse(): void
}

interface PausableOfferDeps {
  storage: PageStorage
  /** The key of the answers of a browser's members in the storage. */
  key: string
  userId: string
  now(): number
}

/** Returns the offer to one member. */
export function createPausableOffer({ storage, key, userId, now }: PausableOfferDeps): PausableOffer {
  const answers = () =>
    (storage.getItem(key) ?? '').split(' ').flatMap((entry) => {
      const [id = '', until = ''] = entry.split('=')
      return id ? [{ id, until }] : []
    })
  const given = () => answers().find(({ id }) => id === userId)

  function answer(until: string) {
    const others = answers().filter(({ id }) => id !== userId)
    const kept = [...others, { id: userId, until }].slice(-REMEMBERED)
    storage.setItem(key, kept.map((one) => `${one.id}=${one.until}`).join(' '))
  }

  return {
    isWanted() {
      const { until } = given() ?? { until: '0' }
      return until !== NEVER && !(now() < Number(until))
    },
    wasPaused: () => given() !== undefined,
    pause: () => answer(String(now() + PAUSE)),
    refuse: () => answer(NEVER),
  }
}
