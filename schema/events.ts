import * as z from 'zod'
import { conversation, message } from './chat.ts'
import { notification } from './notification.ts'

const typingStatus = z.object({
  conversationId: z.uuid(),
  userId: z.uuid(),
  isTyping: z.boolean(),
})
const who = z.object({ userId: z.uuid() })

/** A block is told as any other leaving: nobody learns that they were blocked. */
export const LEAVE_REASONS = ['resigned', 'disconnected', 'suspended'] as const

/**
 * Everything the server pushes (spec §4), by event name. `resync` is ours: the log no longer reaches back to the
 * client's last event id, so it must fetch its state anew. `session_ended` closes a revoked session's streams, or
 * all of somebody's who was suspended; `notification` is ours too: one that is new, renewed, or read by now.
 */
export const LIVE_EVENTS = {
  new_chat_message: message,
  match_found: conversation,
  typing_status: typingStatus,
  TYPING_EVENT: typingStatus,
  conversation_disconnected: z.object({
    conversationId: z.uuid(),
    userId: z.uuid(),
    reason: z.enum(LEAVE_REASONS),
  }),
  USER_ONLINE: who,
  USER_OFFLINE: who,
  notification,
  resync: z.object({}),
  session_ended: z.object({ message: z.string(), code: z.literal('SUSPENDED').optional() }),
} as const

export type LiveEventName = keyof typeof LIVE_EVENTS
export type EventData<Name extends LiveEventName> = z.infer<(typeof LIVE_EVENTS)[Name]>
export type LiveEvent = {
  [Name in LiveEventName]: { event: Name; data: z.infer<(typeof LIVE_EVENTS)[Name]> }
}[LiveEventName]
