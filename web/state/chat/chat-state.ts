import type { Conversation } from '#schema/chat.ts'
import type { SearchEvening } from '#schema/ring.ts'
import type { WritableStore } from '../store.ts'
import { isOpen, isTalking, isWaiting } from './about-conversation.ts'

/** What a search is for, besides a partner. */
export interface SearchKind {
  evening?: SearchEvening | null
  /** For an exchange of languages. */
  isExchange?: boolean
}

export type ChatState =
  | { phase: 'restoring' }
  | { phase: 'idle' }
  | { phase: 'searching'; since: number; hint: boolean; searchId: string; kind: SearchKind }
  /**
   * `isNewMatch`: the "match found" screen comes before the chat. An ended conversation stays on screen until the
   * member moves on, because they can still report or block its partner.
   */
  | { phase: 'matched'; conversation: Conversation; isNewMatch: boolean }

export type ChatStateStore = WritableStore<ChatState>

/** Returns the state of the chat on screen if it shows this conversation and the conversation is open. */
export function openChatOf(state: ChatState, conversationId: string) {
  const isShown = state.phase === 'matched' && state.conversation.id === conversationId
  return isShown && isOpen(state.conversation) ? state : null
}

/** Returns the conversation on screen if its partner has accepted between the two states. */
export function acceptedBetween(before: ChatState, after: ChatState): Conversation | null {
  if (before.phase !== 'matched' || after.phase !== 'matched') return null
  const { conversation } = after
  const isSame = before.conversation.id === conversation.id
  return isSame && isWaiting(before.conversation) && isTalking(conversation) ? conversation : null
}
