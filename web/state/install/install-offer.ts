import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { createPausableOffer } from '../session/pausable-offer.ts'

/** The number of good conversations before the offer. */
const GOOD_CONVERSATIONS = 2

/** The offer to install the app, which comes after the second good conversation. */
export interface InstallOffer {
  /** Counts a good conversation, once. */
  note(conversationId: string): void
  /** Takes a conversation out of the count: the member has reported or blocked its partner. */
  forget(conversationId: string): void
  /** Returns whether to make the offer now. */
  isDue(): boolean
  /** Notes that the member sees the offer. It comes again once: after 30 days and two more good conversations. */
  noteShown(): void
  /** Ends the offer: the app is installed. */
  end(): void
}

interface InstallOfferDeps {
  storage: PageStorage
  userId: string
  now(): number
}

/** Returns the offer to one member in this browser. */
export function createInstallOffer({ storage, userId, now }: InstallOfferDeps): InstallOffer {
  const answer = createPausableOffer({ storage, key: STORAGE_KEYS.installOffer, userId, now })

  /** The good conversations of this member. Those of an earlier member of the browser do not count. */
  function counted() {
    const [owner, ...conversations] = (storage.getItem(STORAGE_KEYS.goodConversations) ?? '').split(' ')
    return owner === userId ? conversations : []
  }
  const keep = (conversations: readonly string[]) =>
    storage.setItem(STORAGE_KEYS.goodConversations, [userId, ...conversations].join(' '))
  const startOver = () => storage.removeItem(STORAGE_KEYS.goodConversations)

  return {
    note(conversationId) {
      const before = counted()
      const isNews = before.length < GOOD_CONVERSATIONS && !before.includes(conversationId)
      if (isNews && answer.isWanted()) keep([...before, conversationId])
    },
    forget(conversationId) {
      const before = counted()
      if (before.includes(conversationId)) keep(before.filter((id) => id !== conversationId))
    },
    isDue: () => counted().length >= GOOD_CONVERSATIONS && answer.isWanted(),
    noteShown() {
      startOver()
      if (!answer.isWanted()) return
      if (answer.wasPaused()) answer.refuse()
      else answer.pause()
    },
    end() {
      startOver()
      answer.refuse()
    },
  }
}
