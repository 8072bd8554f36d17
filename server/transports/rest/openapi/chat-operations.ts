import { EXAMPLE } from '#schema/described-model.ts'
import { LEFT_OPENING, OPERATION_TEXTS, SEARCH_ARGUMENTS } from '#schema/operations.fields.ts'
import type { CHAT_ROUTES } from '#schema/routes/chat.ts'
import { STREAM_HEADER } from '#schema/stream-id.ts'
import { CONVERSATION_PARAMETER, NO_CONVERSATION, type Operation, PROOF } from './operation.ts'

const UNVERIFIED = 'The caller has not verified their email address.'
const DAILY = 'The member has reached the daily limit of the free plan.'
const NEW_ACCOUNT = 'The account is new and has reached the limit of new accounts.'
const UNREACHABLE = 'The member cannot be reached.'

const SEARCH_PARAMETER = {
  'search-id': {
    description:
      'The id that the client chose for this search. A cancellation ends every poll with the same id, also one that arrives later.',
    example: '0198a2b4-7c1e-7d35-9f00-6b1f0c2d4e5a',
  },
}

export const CHAT_OPERATIONS: Record<keyof typeof CHAT_ROUTES, Operation> = {
  findMatch: {
    tag: 'Matching',
    description: OPERATION_TEXTS.findMatch,
    limits: ['matchByAccount', 'conversationByAccount'],
    parameters: {
      ...SEARCH_PARAMETER,
      evening: { description: SEARCH_ARGUMENTS.evening, example: EXAMPLE.other },
      exchange: { description: SEARCH_ARGUMENTS.exchange, example: 'true' },
    },
    errors: {
      EMAIL_NOT_VERIFIED: UNVERIFIED,
      DAILY_LIMIT: DAILY,
      NEW_ACCOUNT_LIMIT: NEW_ACCOUNT,
      PROOF_REQUIRED: PROOF,
      NOT_FOUND: 'The match ended before it could be returned. Search again.',
      CONFLICT: 'This search was cancelled.',
    },
  },
  cancelSearch: {
    tag: 'Matching',
    description: OPERATION_TEXTS.cancelSearch,
    parameters: SEARCH_PARAMETER,
    errors: { NOT_FOUND: 'The match ended before it could be left.' },
  },
  getSearch: {
    tag: 'Matching',
    description: OPERATION_TEXTS.getSearch,
  },
  ringMe: {
    tag: 'Matching',
    description: OPERATION_TEXTS.ringMe,
    limits: ['ringByAccount'],
    errors: {
      CONFLICT:
        'The caller is not searching, cannot be rung on any device, has quiet hours now, or missed a ring a short while ago.',
    },
  },
  getExpectedWait: {
    tag: 'Matching',
    description: OPERATION_TEXTS.getExpectedWait,
  },
  startConversation: {
    tag: 'Conversations',
    description: OPERATION_TEXTS.startConversation,
    limits: ['startByAccount', 'conversationByAccount'],
    errors: {
      EMAIL_NOT_VERIFIED: UNVERIFIED,
      DAILY_LIMIT: DAILY,
      NEW_ACCOUNT_LIMIT: NEW_ACCOUNT,
      PROOF_REQUIRED: PROOF,
      KNOCK_TOO_SOON:
        'The other member left the last chat within 30 minutes, the caller knocked on them within 24 hours, or too many knocks of the caller wait.',
      INVALID: 'The other member is the caller.',
      NOT_FOUND: UNREACHABLE,
    },
  },
  listNearby: {
    tag: 'Nearby',
    description: OPERATION_TEXTS.listNearby,
    limits: ['nearbyByAccount'],
    errors: {
      PREMIUM_REQUIRED: 'People Nearby is part of Premium.',
      FORBIDDEN: 'The caller has not turned on nearby users.',
    },
  },
  currentConversation: {
    tag: 'Conversations',
    description: 'Returns one of the caller’s conversations, for example to restore it after a reload.',
    parameters: CONVERSATION_PARAMETER,
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  listConversations: {
    tag: 'Conversations',
    description: OPERATION_TEXTS.listConversations,
  },
  listMessages: {
    tag: 'Conversations',
    description: OPERATION_TEXTS.listMessages,
    limits: ['readMessagesByAccount'],
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  sendMessage: {
    tag: 'Conversations',
    description: OPERATION_TEXTS.sendMessage,
    limits: ['messageByAccount'],
    parameters: {
      time: {
        description:
          'When the message was written, by the clock of the client. The server orders messages by its own time.',
        example: EXAMPLE.time,
      },
    },
    headers: {
      [STREAM_HEADER]: {
        description:
          'The stream of this client, by the id with which it was opened. It gets no event for this message; other streams of the caller do.',
        example: EXAMPLE.stream,
      },
    },
    errors: {
      NEW_ACCOUNT_LIMIT: NEW_ACCOUNT,
      NOT_FOUND: NO_CONVERSATION,
      CONVERSATION_ENDED: 'The conversation has ended.',
      CONFLICT:
        'Another text was stored with this `clientMessageId`, or a message of the caller waits with their knock already.',
      CONTACT_DETAILS:
        'The text may contain contact details. Ask the member, then send it again with `confirmed`.',
      MESSAGE_HELD:
        'The message was not sent. It is held for review, unless too many messages of the caller already wait: the error says which.',
    },
  },
  setTyping: {
    tag: 'Conversations',
    description: OPERATION_TEXTS.setTyping,
    limits: ['typingByAccount'],
    parameters: { isTyping: { description: 'Whether the caller types.', example: 'true' } },
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  markDelivered: {
    tag: 'Conversations',
    description: OPERATION_TEXTS.markDelivered,
    parameters: CONVERSATION_PARAMETER,
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  markRead: {
    tag: 'Conversations',
    description: OPERATION_TEXTS.markRead,
    parameters: CONVERSATION_PARAMETER,
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  clearConversation: {
    tag: 'Conversations',
    description: OPERATION_TEXTS.clearConversation,
    parameters: CONVERSATION_PARAMETER,
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  resign: {
    tag: 'Conversations',
    description:
      'Leaves a conversation. While the caller waits for an answer, withdraws the knock. With `unload`, the conversation ends only when the caller’s live stream is not back within 10 seconds.',
    parameters: {
      ...CONVERSATION_PARAMETER,
      resetPartner: { description: 'Accepted and ignored.', example: 'true' },
      unload: {
        description: 'Whether the page is closing, and may come back after a reload.',
        example: 'true',
      },
      openedAt: { description: LEFT_OPENING, example: EXAMPLE.time },
    },
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  disconnect: {
    tag: 'Conversations',
    description:
      'Sent by a page that closes, as a beacon. The conversation ends when the caller’s live stream is not back within 10 seconds. Browsers send beacons as text/plain; the body is JSON nevertheless.',
    parameters: CONVERSATION_PARAMETER,
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  getPartner: {
    tag: 'Conversations',
    description: 'Returns the profile of a partner of the caller.',
    parameters: { partnerId: { example: EXAMPLE.ben } },
    errors: { NOT_FOUND: 'The caller has no conversation with this member.' },
  },
  reportUser: {
    tag: 'Safety',
    description: OPERATION_TEXTS.reportUser,
    limits: ['reportByAccount'],
    errors: {
      NEW_ACCOUNT_LIMIT: NEW_ACCOUNT,
      INVALID: 'The reported member is the caller.',
      NOT_FOUND: 'The caller has not talked with this member.',
    },
  },
  blockUser: {
    tag: 'Safety',
    description: OPERATION_TEXTS.blockUser,
    limits: ['blockByAccount'],
    errors: { INVALID: 'The blocked member is the caller.', NOT_FOUND: 'There is no such member.' },
  },
  unblockUser: {
    tag: 'Safety',
    description: OPERATION_TEXTS.unblockUser,
    parameters: { userId: { description: 'The id of the blocked member.', example: EXAMPLE.ben } },
  },
}
