import * as z from 'zod'
import { KEEP_STATES } from './kept.ts'
import { LIMITS } from './limits.ts'
import { atMost, prose, storable } from './text.ts'
import { text } from './translatable.ts'
import { VISIBLE } from './visible.ts'

const instant = z.iso.datetime()

export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    elements: z.array(item),
    totalPages: z.number().int(),
    totalElements: z.number().int(),
    last: z.boolean(),
  })

export interface Page<Item> {
  elements: Item[]
  totalPages: number
  totalElements: number
  last: boolean
}

export const pageRequest = z.object({
  pageNumber: z.number().int().min(0).max(1_000_000).default(0),
  size: z.number().int().min(1).max(LIMITS.maxPageSize).default(LIMITS.pageSize),
  paginated: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
})

export const message = z.object({
  id: z.string(),
  conversationId: z.uuid(),
  message: z.string(),
  time: instant,
  senderId: z.uuid(),
  senderName: z.string(),
  read: z.boolean(),
  /** Only on the pages of the sender: elsewhere the message is new. */
  delivered: z.boolean().optional(),
  clearedBy: z.array(z.uuid()),
  /** Only for the sender, while the message waits until the partner accepts to talk. */
  awaitsAnswer: z.boolean().optional(),
  /** The sender's key for the message. A retry with it finds the stored copy. */
  clientMessageId: z.string().nullable(),
})
export type Message = z.infer<typeof message>

export const messagePage = page(message)
export type MessagePage = z.infer<typeof messagePage>

/** A conversation as one of its two members sees it. */
export const conversation = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  partnerId: z.uuid(),
  userDisplayName: z.string(),
  partnerDisplayName: z.string(),
  name: z.string(),
  userActive: z.boolean(),
  partnerActive: z.boolean(),
  /** Whether the partner is online now. */
  userOnline: z.boolean(),
  /** Whether the caller asked the partner to talk and no answer is known. Servers of earlier versions leave it out. */
  awaitsAnswer: z.boolean().optional(),
  /** When waiting ends without an answer. Servers of earlier versions leave it out. */
  awaitsAnswerUntil: instant.nullable().optional(),
  /** Servers of earlier versions leave it out. */
  openedAt: instant.nullable().optional(),
  lastMessageTime: instant.nullable(),
  lastSentMessage: z.string().nullable(),
  unreadCount: z.number().int(),
  sharedInterests: z.array(z.string()),
  /** Servers of earlier versions leave it out. */
  keep: z.enum(KEEP_STATES).optional(),
  /** The topic of the evening that brought the two together. Servers of earlier versions leave it out. */
  evening: z.string().nullable().optional(),
  /** Whether both searched for an exchange of languages when it was opened. Servers of earlier versions leave it out. */
  exchange: z.boolean().optional(),
})
export type Conversation = z.infer<typeof conversation>

/**
 * A conversation that was opened. `startedByMe`: the member opened it by a search or by accepting, so their other devices show
 * no invitation. False where the partner has accepted. Servers of earlier versions leave it out.
 */
export const openedConversation = conversation.extend({ startedByMe: z.boolean().optional() })
export type OpenedConversation = z.infer<typeof openedConversation>

export const conversationPage = page(conversation)
export type ConversationPage = z.infer<typeof conversationPage>

export const searching = z.object({
  status: z.literal('searching'),
  waitingSeconds: z.number().int(),
  /** Servers of earlier versions leave both out. */
  ringUntil: instant.nullable().optional(),
  comeUntil: instant.nullable().optional(),
})
export type Searching = z.infer<typeof searching>

/**
 * The client's id for a search, sent with each poll and with the cancellation. A poll that arrives after the
 * cancellation does not start the search again.
 */
export const searchId = z.string().regex(/^[\w-]{1,64}$/, text('Not the id of a search'))
/** The evening that a search is within, and whether it is for an exchange of languages, which counts for members who learn one. */
export const searchQuery = z.object({
  evening: z.uuid(text('Not an id')).optional(),
  exchange: z.enum(['true', 'false']).optional(),
})

export const searchHeaders = z.object({ 'search-id': searchId.optional() })

/** The client's time (spec §7). The server ignores it, because the database orders messages. */
export const sendMessageHeaders = z.object({ time: z.string().max(64).optional() })

export const sendMessage = z.object({
  conversationId: z.uuid(),
  message: storable()
    .check(atMost(LIMITS.message.max, text('A message cannot exceed 4000 characters')))
    .regex(VISIBLE, text('A message cannot be empty')),
  clientMessageId: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  /** Whether the sender confirmed sharing contact details. */
  confirmed: z.boolean().optional(),
})
export type SendMessage = z.infer<typeof sendMessage>

/** With `before`, the pages contain only older messages, so new messages do not shift them. */
export const listMessages = pageRequest.extend({ id: z.uuid(), before: z.uuid().optional() })

export const typing = z.object({ conversationId: z.uuid(), targetUser: z.uuid().optional() })

/** What a report is about, in the order of the dialog. The database has the same values. */
export const REPORT_CATEGORIES = [
  'UNDERAGE',
  'THREAT',
  'SEXUAL',
  'HATE',
  'MONEY',
  'SPAM',
  'SELF_HARM',
  'OTHER',
] as const
export type ReportCategory = (typeof REPORT_CATEGORIES)[number]

export const report = z.object({
  reportedUserId: z.uuid(),
  category: z.enum(REPORT_CATEGORIES).optional(),
  reason: prose({
    missing: text('Please tell us what happened'),
    max: LIMITS.reportReason.max,
    tooLong: text('A report cannot exceed 2000 characters'),
  }),
})
export type Report = z.infer<typeof report>
