import { EXAMPLE, responseModel } from './described-model.ts'
import { LIVE_EVENTS } from './events.ts'

export const typingStatusModel = responseModel('TypingStatus', LIVE_EVENTS.typing_status, {
  description: 'The partner started or stopped typing.',
  fields: {
    userId: 'The id of the partner.',
    isTyping: 'Whether the partner is typing.',
  },
  example: { conversationId: EXAMPLE.conversation, userId: EXAMPLE.ben, isTyping: true },
})

export const messageReceiptModel = responseModel('MessageReceipt', LIVE_EVENTS.message_receipt, {
  description:
    'The partner received or read messages, which is not sent while one of the two hides receipts; or the caller read them, maybe on another device.',
  fields: {
    userId: 'The id of the partner, or of the caller.',
    read: 'Whether they read the messages, or only received them.',
    through: 'The id of the latest of these messages. Every earlier one counts as well.',
  },
  example: {
    conversationId: EXAMPLE.conversation,
    userId: EXAMPLE.ben,
    read: true,
    through: EXAMPLE.message,
  },
})

export const conversationDisconnectedModel = responseModel(
  'ConversationDisconnected',
  LIVE_EVENTS.conversation_disconnected,
  {
    description: 'The conversation ended. A block is reported as any other way to leave.',
    fields: {
      userId: 'The id of the member who left.',
      reason: 'How they left.',
    },
    example: { conversationId: EXAMPLE.conversation, userId: EXAMPLE.ben, reason: 'resigned' },
  },
)

export const presenceChangeModel = responseModel('PresenceChange', LIVE_EVENTS.USER_ONLINE, {
  description: 'A partner came online or went offline.',
  fields: { userId: 'The id of the partner.' },
  example: { userId: EXAMPLE.ben },
})

export const readyModel = responseModel('Ready', LIVE_EVENTS.ready, {
  description: 'The stream is open, and what was missed has been replayed.',
  fields: {},
  example: {},
})

export const resyncModel = responseModel('Resync', LIVE_EVENTS.resync, {
  description: 'The event log no longer reaches back to the client’s last event id. Fetch the state again.',
  fields: {},
  example: {},
})

export const sessionEndedModel = responseModel('SessionEnded', LIVE_EVENTS.session_ended, {
  description: 'The session was revoked, or the account suspended. The stream ends after this event.',
  fields: {
    message: 'An English sentence, for the log. Show a text of your own by `code`.',
    code: '`SUSPENDED` when the account was suspended.',
  },
  example: { message: 'Your session has ended. Please log in again.' },
})
