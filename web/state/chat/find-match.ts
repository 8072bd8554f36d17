import type { SessionStore } from '../session/session.ts'
import type { ToastStore } from '../toasts.ts'
import { isOpen } from './about-conversation.ts'
import type { ChatState, ChatStateStore } from './chat-state.ts'
import { askToVerify } from './search-refusal.ts'

interface FindMatchDeps {
  store: Pick<ChatStateStore, 'getState'>
  session: Pick<SessionStore, 'getState' | 'refresh'>
  toasts: Pick<ToastStore, 'show'>
  startSearch(): void
}

/**
 * Starts a search, unless one is running or a chat is open. Asks members without a verified email address to verify
 * it.
 */
export async function findMatch({ store, session, toasts, startSearch }: FindMatchDeps) {
  if (!canSearch(store.getState())) return
  if (!session.getState().user?.emailVerified) {
    // The member may have followed the link in another tab or on another device.
    await session.refresh().catch(() => undefined)
    if (!canSearch(store.getState())) return
    if (!session.getState().user?.emailVerified) return askToVerify(toasts)
  }
  startSearch()
}

/** Whether a search would end no open chat. */
export const canSearch = (state: ChatState) =>
  state.phase === 'idle' || (state.phase === 'matched' && !isOpen(state.conversation))
