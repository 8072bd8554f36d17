import * as chat from '#schema/chat.ts'
import { LIVE_EVENTS } from '#schema/events.ts'
import { listNearby, nearbyPage, nearbyUser } from '#schema/nearby.ts'
import { notification } from '#schema/notification.ts'
import { ROUTES } from '#schema/routes.ts'
import { EXAMPLE, type Model, requestModel, responseModel } from './model.ts'

const PAGE = {
  elements: 'The elements of this page.',
  totalPages: 'Number of pages.',
  totalElements: 'Number of elements on all pages.',
  last: 'Whether this is the last page.',
}
const PAGE_REQUEST = {
  pageNumber: 'The page, counted from 0.',
  size: 'Elements on a page.',
  paginated: 'Accepted and ignored: answers are always pages.',
}
const CONVERSATION_ID = 'The id of the conversation.'

/** The fields of a conversation. */
const CONVERSATION = {
  id: CONVERSATION_ID,
  userId: 'The caller.',
  partnerId: 'The partner.',
  userDisplayName: 'The display name of the caller.',
  partnerDisplayName: 'The display name of the partner.',
  name: 'The name to show for the conversation.',
  userActive: 'Whether the caller is in the conversation.',
  partnerActive: 'Whether the partner is in the conversation.',
  userOnline: 'Whether the partner is online.',
  lastMessageTime: 'When the last message was sent.',
  lastSentMessage: 'The last message.',
  unreadCount: 'Messages that the caller has not read.',
  sharedInterests: 'Interests that both have.',
}

const message = {
  id: EXAMPLE.message,
  conversationId: EXAMPLE.conversation,
  message: 'Which film do you shoot?',
  time: EXAMPLE.time,
  senderId: EXAMPLE.asha,
  senderName: 'Asha of Pune',
  read: false,
  clearedBy: [],
  clientMessageId: 'a1b2c3',
}
const conversation = {
  id: EXAMPLE.conversation,
  userId: EXAMPLE.asha,
  partnerId: EXAMPLE.ben,
  userDisplayName: 'Asha of Pune',
  partnerDisplayName: 'Ben who hikes',
  name: 'Ben who hikes',
  userActive: true,
  partnerActive: true,
  userOnline: true,
  lastMessageTime: EXAMPLE.time,
  lastSentMessage: message.message,
  unreadCount: 1,
  sharedInterests: ['Jazz'],
}
const nearby = {
  id: EXAMPLE.ben,
  displayName: 'Ben who hikes',
  interests: ['Jazz'],
  city: 'Pune',
  state: 'Maharashtra',
  age: 34,
  gender: 'Male' as const,
}
const pageOf = <Element>(element: Element) => ({
  elements: [element],
  totalPages: 1,
  totalElements: 1,
  last: true,
})

export const CHAT_MODELS: readonly Model[] = [
  requestModel('StartConversationRequest', ROUTES.startConversation.body, {
    description: 'The member to chat with.',
    fields: { secondUser: 'The id of the other member.' },
    example: { secondUser: EXAMPLE.ben },
  }),
  requestModel('PageRequest', chat.pageRequest, {
    description: 'The page to return.',
    fields: PAGE_REQUEST,
    example: { pageNumber: 0, size: 10, paginated: 'true' },
  }),
  requestModel('NearbyRequest', listNearby, {
    description: 'The page of people nearby to return.',
    fields: { ...PAGE_REQUEST, filterBy: 'Only members of this gender.' },
    example: { pageNumber: 0, size: 10, filterBy: 'none' },
  }),
  requestModel('MessagesRequest', chat.listMessages, {
    description: 'The page of messages to return.',
    fields: {
      ...PAGE_REQUEST,
      id: CONVERSATION_ID,
      before: 'Only messages older than this one. New messages then do not shift the pages.',
    },
    example: { id: EXAMPLE.conversation, pageNumber: 0, size: 10 },
  }),
  requestModel('SendMessageRequest', chat.sendMessage, {
    description: 'A message to send.',
    fields: {
      conversationId: CONVERSATION_ID,
      message: 'The text: at most 4000 characters, and at least one visible character.',
      clientMessageId:
        'A key of the client for this message. A retry with the same key returns the stored message.',
      confirmed: 'True after the member confirmed that the text may contain contact details.',
    },
    example: { conversationId: EXAMPLE.conversation, message: message.message, clientMessageId: 'a1b2c3' },
  }),
  requestModel('TypingRequest', chat.typing, {
    description: 'The conversation in which the member types.',
    fields: {
      conversationId: CONVERSATION_ID,
      targetUser: 'The partner. Another id is refused with INVALID.',
    },
    example: { conversationId: EXAMPLE.conversation, targetUser: EXAMPLE.ben },
  }),
  requestModel('DisconnectRequest', ROUTES.disconnect.body, {
    description: 'Sent by a page that closes.',
    fields: { userId: 'The caller. Another id is refused with INVALID.' },
    example: { userId: EXAMPLE.asha },
  }),
  requestModel('ReportRequest', chat.report, {
    description: 'A report about a member.',
    fields: {
      reportedUserId: 'The reported member.',
      category: 'What the report is about. It decides how soon a moderator reads it.',
      reason: 'What happened: at most 2000 characters, and at least one visible character.',
    },
    example: { reportedUserId: EXAMPLE.ben, category: 'MONEY', reason: 'He asks everybody for money.' },
  }),
  requestModel('BlockRequest', ROUTES.blockUser.body, {
    description: 'The member to block.',
    fields: { userId: 'The id of the member.' },
    example: { userId: EXAMPLE.ben },
  }),

  responseModel('Message', chat.message, {
    description: 'A committed message.',
    fields: {
      id: 'The id of the message. Ids are UUIDv7 and define the order.',
      conversationId: CONVERSATION_ID,
      message: 'The text.',
      time: 'When it was committed.',
      senderId: 'The member who sent it.',
      senderName: 'The display name of the sender.',
      read: 'Whether the receiver has read it. For the sender, false while one of the two hides receipts.',
      delivered:
        'Whether a client of the receiver has received it. Only on the sender’s pages; false while one of the two hides receipts.',
      clearedBy: 'Members who cleared it from their view.',
      clientMessageId: 'The key that the sender’s client gave it.',
    },
    example: message,
  }),
  responseModel('MessagePage', chat.messagePage, {
    description: 'Messages of a conversation, newest first.',
    fields: PAGE,
    example: pageOf(message),
  }),
  responseModel('Conversation', chat.conversation, {
    description: 'A conversation as one of its two members sees it.',
    fields: CONVERSATION,
    example: conversation,
  }),
  responseModel('OpenedConversation', chat.openedConversation, {
    description: 'A conversation that was opened, as one of its two members sees it.',
    fields: {
      ...CONVERSATION,
      startedByMe:
        'Whether the search of the caller opened it. False where the partner started it from a list.',
    },
    example: { ...conversation, startedByMe: true },
  }),
  responseModel('ConversationPage', chat.conversationPage, {
    description: 'Conversations, the latest first.',
    fields: PAGE,
    example: pageOf(conversation),
  }),
  responseModel('Searching', chat.searching, {
    description: 'No match yet.',
    fields: { status: 'Always `searching`.', waitingSeconds: 'How long the member has waited.' },
    example: { status: 'searching', waitingSeconds: 12 },
  }),
  responseModel('NearbyUser', nearbyUser, {
    description: 'A member nearby, without their exact place.',
    fields: {
      id: 'The id of the member.',
      displayName: 'The display name.',
      interests: 'The interests.',
      city: 'The city.',
      state: 'The state.',
      age: 'Age in years.',
      gender: 'The gender.',
    },
    example: nearby,
  }),
  responseModel('NearbyPage', nearbyPage, {
    description: 'People nearby, nearer bands first.',
    fields: PAGE,
    example: pageOf(nearby),
  }),

  responseModel('Notification', notification, {
    description:
      'A stored notification. Also the data of the event `notification`: new, renewed, or read by now.',
    fields: {
      id: 'The id of the notification.',
      userId: 'The member it is for.',
      kind: 'What it is about.',
      heading: 'The heading.',
      body: 'The text.',
      created: 'When it was created or renewed.',
      read: 'Whether it has been read.',
      path: 'Where in the app it leads.',
      userData: 'Not used: always null.',
      image: 'Not used: always null.',
      candidateId: 'The member it is about.',
      conversationId: 'The conversation it is about.',
    },
    example: {
      id: EXAMPLE.other,
      userId: EXAMPLE.asha,
      kind: 'missed_messages',
      heading: 'Ben who hikes wrote to you',
      body: 'You have 2 unread messages.',
      created: EXAMPLE.time,
      read: false,
      path: null,
      userData: null,
      image: null,
      candidateId: EXAMPLE.ben,
      conversationId: EXAMPLE.conversation,
    },
  }),
  responseModel('TypingStatus', LIVE_EVENTS.typing_status, {
    description: 'The partner started or stopped typing.',
    fields: {
      conversationId: CONVERSATION_ID,
      userId: 'The member who types.',
      isTyping: 'Whether they type now.',
    },
    example: { conversationId: EXAMPLE.conversation, userId: EXAMPLE.ben, isTyping: true },
  }),
  responseModel('MessageReceipt', LIVE_EVENTS.message_receipt, {
    description: 'The partner received or read messages. Not sent while one of the two hides receipts.',
    fields: {
      conversationId: CONVERSATION_ID,
      userId: 'The partner.',
      read: 'Whether the partner read the messages, or only received them.',
      through: 'The id of the latest of these messages. Every earlier one counts as well.',
    },
    example: {
      conversationId: EXAMPLE.conversation,
      userId: EXAMPLE.ben,
      read: true,
      through: EXAMPLE.message,
    },
  }),
  responseModel('ConversationDisconnected', LIVE_EVENTS.conversation_disconnected, {
    description: 'The conversation ended. A block is reported as any other way to leave.',
    fields: {
      conversationId: CONVERSATION_ID,
      userId: 'The member who left.',
      reason: 'How they left.',
    },
    example: { conversationId: EXAMPLE.conversation, userId: EXAMPLE.ben, reason: 'resigned' },
  }),
  responseModel('PresenceChange', LIVE_EVENTS.USER_ONLINE, {
    description: 'A partner came online or went offline.',
    fields: { userId: 'The partner.' },
    example: { userId: EXAMPLE.ben },
  }),
  responseModel('Ready', LIVE_EVENTS.ready, {
    description: 'The stream is open, and what was missed has been replayed.',
    fields: {},
    example: {},
  }),
  responseModel('Resync', LIVE_EVENTS.resync, {
    description: 'The event log no longer reaches back to the client’s last event id. Fetch the state again.',
    fields: {},
    example: {},
  }),
  responseModel('SessionEnded', LIVE_EVENTS.session_ended, {
    description: 'The session was revoked, or the account suspended. The stream ends after this event.',
    fields: {
      message: 'An English sentence, for the log. Show a text of your own by `code`.',
      code: '`SUSPENDED` when the account was suspended.',
    },
    example: { message: 'Your session has ended. Please log in again.' },
  }),
]
