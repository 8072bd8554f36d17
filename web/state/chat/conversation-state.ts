import type { Partner } from '#schema/account.ts'
import { createStore, type Store } from '../store.ts'
import type { ShownMessage } from './messages.ts'
import type { Receipts } from './receipts.ts'

export interface ConversationState {
  status: 'loading' | 'ready' | 'failed'
  messages: ShownMessage[]
  /** What arrived since the messages were loaded. */
  receipts: Receipts
  hasMore: boolean
  loadingOlder: boolean
  partner: Partner | null
  partnerOnline: boolean
  partnerTyping: boolean
  /** False while this page has no connection. The partner's presence is unknown then. */
  connected: boolean
}

export interface ConversationStore extends Store<ConversationState> {
  change(part: Partial<ConversationState>): void
  findMessage(messageId: string): ShownMessage | undefined
  changeMessage(messageId: string, part: Partial<ShownMessage>): void
}

export function createConversationStore(initial: ConversationState): ConversationStore {
  const { getState, setState, subscribe } = createStore(initial)
  function change(part: Partial<ConversationState>) {
    const before = getState()
    const keys = Object.keys(part) as (keyof ConversationState)[]
    if (keys.some((key) => part[key] !== before[key])) setState({ ...before, ...part })
  }
  return {
    getState,
    subscribe,
    change,
    findMessage: (messageId) => getState().messages.find((one) => one.id === messageId),
    changeMessage: (messageId, part) =>
      change({
        messages: getState().messages.map((one) => (one.id === messageId ? { ...one, ...part } : one)),
      }),
  }
}
