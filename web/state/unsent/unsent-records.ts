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
