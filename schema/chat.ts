import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { prose, storable, VISIBLE } from './text.ts'

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
  clearedBy: z.array(z.uuid()),
  /** The sender's own key for the message; lets a retry find the copy that was stored. */
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
  lastMessageTime: instant.nullable(),
  lastSentMessage: z.string().nullable(),
  unreadCount: z.number().int(),
  sharedInterests: z.array(z.string()),
})
export type Conversation = z.infer<typeof conversation>

export const conversationPage = page(conversation)
export type ConversationPage = z.infer<typeof conversationPage>

export const searching = z.object({
  status: z.literal('searching'),
  waitingSeconds: z.number().int(),
})
export type Searching = z.infer<typeof searching>

/**
 * The client's own name for a search, sent with each of its polls and with its cancel: a poll that arrives after the
 * cancel, however late, does not begin the search again.
 */
export const searchId = z.string().regex(/^[\w-]{1,64}$/, 'Not the id of a search')
export const searchHeaders = z.object({ 'search-id': searchId.optional() })

/** The client's own time, which the server does not rely on: messages are ordered by the database (spec §7). */
export const sendMessageHeaders = z.object({ time: z.string().max(64).optional() })

export const sendMessage = z.object({
  conversationId: z.uuid(),
  message: storable()
    .max(LIMITS.message.max, 'A message cannot exceed 4000 characters')
    .regex(VISIBLE, 'A message cannot be empty'),
  clientMessageId: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  /** The sender was asked whether to share contact details, and wants to. */
  confirmed: z.boolean().optional(),
})
export type SendMessage = z.infer<typeof sendMessage>

/** With `before`, the pages begin behind that message: new messages move nothing from one page to another. */
export const listMessages = pageRequest.extend({ id: z.uuid(), before: z.uuid().optional() })

export const typing = z.object({ conversationId: z.uuid(), targetUser: z.uuid().optional() })

export const report = z.object({
  reportedUserId: z.uuid(),
  reason: prose({
    missing: 'Please tell us what happened',
    max: LIMITS.reportReason.max,
    tooLong: 'A report cannot exceed 2000 characters',
  }),
})
export type Report = z.infer<typeof report>
