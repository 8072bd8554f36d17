import type { User } from '#schema/account.ts'
import type { Conversation, Message } from '#schema/chat.ts'
import type { DraftTexts } from '../chat/draft-texts.ts'
import type { ShownMessage } from '../chat/messages.ts'

export interface KeptMessage {
  /** Grows with each message that any tab writes. The database makes it. */
  order?: number
  /** The id of the unsent message. */
  id: string
  userId: string
  conversationId: string
  /** When it was kept or changed, in milliseconds by this device's clock. */
  time: number
  message: ShownMessage
}

export interface KeptDraft extends DraftTexts {
  userId: string
  conversationId: string
  time: number
}

/** The open chat of this browser, for a start without a network. */
export interface KeptChat {
  userId: string
  /** Names the session in which it was kept. */
  tokenMark: string
  time: number
  user: User
  conversation: Conversation
  /** The last ones. */
  messages: Message[]
}

/** Returns the chat that this browser has kept for the session; null if it has none. */
export type Recall = () => Promise<KeptChat | null>
