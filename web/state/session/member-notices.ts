import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { ChatState } from '../chat/chat-state.ts'
import { createNotice, type Notice } from '../notice.ts'
import type { Store } from '../store.ts'

/** What the app tells a member until they dismiss it. */
export interface MemberNotices {
  /** The safety note in a chat with someone new. */
  readonly firstChat: Notice
  /** The first steps of a new member. The first chat dismisses them too. */
  readonly firstMinute: Notice
  /** Offers members a look at their own card, which dismisses it. */
  readonly ownCard: Notice
}

export function createMemberNotices(
  storage: PageStorage,
  userId: string,
  chat: Store<ChatState>,
): MemberNotices {
  const firstMinute = createNotice(storage, STORAGE_KEYS.firstMinute, userId)
  chat.subscribe(() => {
    if (firstMinute.getState() && chat.getState().phase === 'matched') firstMinute.dismiss()
  })
  return {
    firstMinute,
    firstChat: createNotice(storage, STORAGE_KEYS.firstChat, userId),
    ownCard: createNotice(storage, STORAGE_KEYS.ownCard, userId),
  }
}
