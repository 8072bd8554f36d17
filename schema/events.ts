import * as z from 'zod'
import { message, openedConversation } from './chat.ts'
import { keptChange } from './kept.ts'
import { knockEvent } from './knocks.ts'
import { notification } from './notification.ts'
import { searchState } from './ring.ts'

const typingStatus = z.object({
  conversationId: z.uuid(),
  userId: z.uuid(),
  isTyping: z.boolean(),
})
const who = z.object({ userId: z.uuid() })

/** A block has the same reason as any other leaving, so the partner does not learn about it. */
export const LEAVE_REASONS = ['resigned', 'disconnected', 'suspended'] as const

const messageReceipt = z.object({
  conversationId: z.uuid(),
  userId: z.uuid(),
  read: z.boolean(),
  through: z.uuid(),
})

/**
 * Every event of the stream (spec §4). Eight are ours. `ready`: the replay is over. Its id is the one to resume from, also
 * before any other event. `resync`: the log no longer reaches back to the
 * client's last event id, so the client must fetch its state again. `session_ended`: the session was revoked, or the
 * member was suspended. `notification`: a notification is new, renewed or read. `message_receipt`: the partner received, or
 * read, every message up to `through`, or the caller read them. `knock`: a member would like to talk, or the
 * invitation ended. `kept`: both members asked to keep in touch, or the caller changed or let go of a kept member.
 * `search_ring`: a partner was found and both must come, that is over, the member changed whether they are rung, or
 * cancelled a search that goes on without polls.
 */
export const LIVE_EVENTS = {
  ready: z.object({}),
  new_chat_message: message,
  match_found: openedConversation,
  typing_status: typingStatus,
  TYPING_EVENT: typingStatus,
  message_receipt: messageReceipt,
  conversation_disconnected: z.object({
    conversationId: z.uuid(),
    userId: z.uuid(),
    reason: z.enum(LEAVE_REASONS),
  }),
  USER_ONLINE: who,
  USER_OFFLINE: who,
  notification,
  knock: knockEvent,
  kept: keptChange,
  search_ring: searchState,
  resync: z.object({}),
  session_ended: z.object({ message: z.string(), code: z.literal('SUSPENDED').optional() }),
} as const

export type LiveEventName = keyof typeof LIVE_EVENTS
export type EventData<Name extends LiveEventName> = z.infer<(typeof LIVE_EVENTS)[Name]>
export type LiveEvent = {
  [Name in LiveEventName]: { event: Name; data: z.infer<(typeof LIVE_EVENTS)[Name]> }
}[LiveEventName]
