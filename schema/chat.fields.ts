import * as chat from './chat.ts'
import { EXAMPLE, examplePage, PAGE_FIELDS, requestModel, responseModel } from './described-model.ts'
import { LIMITS } from './limits.ts'
import { searchStateModel } from './ring.fields.ts'
import { CHAT_ROUTES } from './routes/chat.ts'

export const messageModel = responseModel('Message', chat.message, {
  description: 'A committed message of a conversation.',
  fields: {
    id: 'The id of the message. Ids are UUIDv7 and define the order.',
    time: 'When the message was committed.',
    senderName: 'The display name of the sender.',
    read: 'Whether the receiver has read the message. For the sender, false while one of the two hides receipts.',
    delivered:
      'Whether a client of the receiver has received the message. Known to the sender; false while one of the two hides receipts.',
    awaitsAnswer:
      'Whether the message waits until the partner accepts to talk. Only the sender sees it until then.',
    clearedBy: 'The ids of the members who cleared the message from their view.',
    clientMessageId: 'The key that the sender’s client gave the message.',
  },
  example: {
    id: EXAMPLE.message,
    conversationId: EXAMPLE.conversation,
    message: 'Which film do you shoot?',
    time: EXAMPLE.time,
    senderId: EXAMPLE.asha,
    senderName: 'Asha of Pune',
    read: false,
    clearedBy: [],
    clientMessageId: 'a1b2c3',
  },
})

export const conversationModel = responseModel('Conversation', chat.conversation, {
  description: 'A conversation as the caller sees it.',
  fields: {
    userId: 'The id of the caller.',
    userDisplayName: 'The display name of the caller.',
    name: 'The name to show for the conversation.',
    userActive: 'Whether the caller is in the conversation.',
    partnerActive: 'Whether the partner is in the conversation.',
    userOnline: 'Whether the partner is online now. False while the caller waits for an answer.',
    awaitsAnswer:
      'Whether the caller asked the partner to talk and waits for an answer. The conversation then counts as active for both, and takes one message, which is delivered when the partner accepts.',
    awaitsAnswerUntil: 'When the caller stops waiting without an answer. Null unless they wait.',
    openedAt: 'When the two last began to talk. Null before the first time.',
    lastMessageTime: 'When the latest message was sent. Null without messages.',
    lastSentMessage: 'The text of the latest message. Null without messages.',
    unreadCount: 'The number of messages that the caller has not read.',
    sharedInterests: 'The interests that both members have.',
    evening: 'The topic of the evening that brought the two together. Null when they met in another way.',
    keep: 'Whether the caller keeps in touch with the partner: not at all, they asked to and the partner does not know, or both asked to.',
    exchange: 'Whether both searched for an exchange of languages when the conversation was opened.',
  },
  example: {
    id: EXAMPLE.conversation,
    userId: EXAMPLE.asha,
    partnerId: EXAMPLE.ben,
    userDisplayName: 'Asha of Pune',
    partnerDisplayName: 'Ben who hikes',
    name: 'Ben who hikes',
    userActive: true,
    partnerActive: true,
    userOnline: true,
    openedAt: EXAMPLE.time,
    lastMessageTime: EXAMPLE.time,
    lastSentMessage: 'Which film do you shoot?',
    unreadCount: 1,
    sharedInterests: ['Jazz'],
    evening: null,
    keep: 'NO',
    exchange: false,
  },
})

export const openedConversationModel = responseModel('OpenedConversation', chat.openedConversation, {
  description: 'A conversation that was opened, as the caller sees it.',
  fields: {
    ...conversationModel.fields,
    startedByMe:
      'Whether the caller opened it, by a search or by accepting to talk. False where the partner has accepted: it takes the caller out of no search.',
  },
  example: { ...conversationModel.example, startedByMe: true },
})

export const messagePageModel = responseModel('MessagePage', chat.messagePage, {
  description: 'The messages of a conversation, the newest first.',
  fields: PAGE_FIELDS,
  example: examplePage(messageModel.example),
})

export const conversationPageModel = responseModel('ConversationPage', chat.conversationPage, {
  description: 'The conversations of the caller, the latest active first.',
  fields: PAGE_FIELDS,
  example: examplePage(conversationModel.example),
})

export const pageRequestModel = requestModel('PageRequest', chat.pageRequest, {
  description: 'The page to return.',
  fields: {
    pageNumber: 'The number of the page; the first is 0.',
    size: 'How many elements a page has.',
    paginated: 'Accepted and ignored: answers are always pages.',
  },
  example: { pageNumber: 0, size: 10, paginated: 'true' },
})

export const messagesRequestModel = requestModel('MessagesRequest', chat.listMessages, {
  description: 'The page of messages to return.',
  fields: {
    ...pageRequestModel.fields,
    before: 'The id of a message: only older ones are returned. New messages then do not shift the pages.',
  },
  example: { id: EXAMPLE.conversation, pageNumber: 0, size: 10 },
})

export const sendMessageModel = requestModel('SendMessageRequest', chat.sendMessage, {
  description: 'A message to send.',
  fields: {
    message: `The text: at most ${LIMITS.message.max} characters, and at least one visible character.`,
    clientMessageId:
      'A key of the client for this message: up to 64 printable ASCII characters. A retry with the same key returns the stored message.',
    confirmed:
      'True after the member confirmed that the text may contain contact details. Send it after the code CONTACT_DETAILS.',
  },
  example: {
    conversationId: EXAMPLE.conversation,
    message: messageModel.example.message,
    clientMessageId: 'a1b2c3',
  },
})

export const typingModel = requestModel('TypingRequest', chat.typing, {
  description: 'The conversation in which the caller types.',
  fields: {
    targetUser: 'The id of the partner. Another id is refused with INVALID.',
  },
  example: { conversationId: EXAMPLE.conversation, targetUser: EXAMPLE.ben },
})

export const searchingModel = responseModel('Searching', chat.searching, {
  description: 'No match yet.',
  fields: {
    status: 'Always `searching`.',
    waitingSeconds: 'How long the caller has been waiting, in seconds.',
    ringUntil: searchStateModel.fields.ringUntil,
    comeUntil: searchStateModel.fields.comeUntil,
  },
  example: { status: 'searching', waitingSeconds: 12, ringUntil: null, comeUntil: null },
})

export const startConversationModel = requestModel(
  'StartConversationRequest',
  CHAT_ROUTES.startConversation.body,
  {
    description: 'The member to chat with.',
    fields: { secondUser: 'The id of a member nearby, or of a former partner.' },
    example: { secondUser: EXAMPLE.ben },
  },
)

export const disconnectModel = requestModel('DisconnectRequest', CHAT_ROUTES.disconnect.body, {
  description: 'Sent by a page that closes.',
  fields: { userId: 'The id of the caller. Another id is refused with INVALID.' },
  example: { userId: EXAMPLE.asha },
})

export const reportModel = requestModel('ReportRequest', chat.report, {
  description: 'A report about a member.',
  fields: {
    reportedUserId: 'The id of a member whom the caller has a conversation with.',
    category: 'What the report is about. It decides how soon a moderator reads it.',
    reason: `What happened: at most ${LIMITS.reportReason.max} characters, and at least one visible character.`,
  },
  example: { reportedUserId: EXAMPLE.ben, category: 'MONEY', reason: 'He asks everybody for money.' },
})

export const blockModel = requestModel('BlockRequest', CHAT_ROUTES.blockUser.body, {
  description: 'The member to block.',
  fields: {},
  example: { userId: EXAMPLE.ben },
})
