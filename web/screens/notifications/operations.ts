import * as z from 'zod'
import { NOTIFICATION_KINDS, type NotificationKind } from '#schema/notification.ts'
import { operation } from '../../data/operation.ts'

/** GraphQL spells enum values in capitals; the live stream of REST does not. */
export type NoteKind = Uppercase<NotificationKind>
const NOTE_KINDS = NOTIFICATION_KINDS.map((kind) => kind.toUpperCase() as NoteKind)

const note = z.object({
  id: z.string(),
  kind: z.enum(NOTE_KINDS),
  heading: z.string(),
  body: z.string(),
  created: z.string(),
  read: z.boolean(),
  path: z.string().nullable(),
  candidateId: z.string().nullable(),
  conversationId: z.string().nullable(),
})
export type Note = z.infer<typeof note>

export const UNREAD = operation()(
  'query UnreadNotifications { unreadNotifications }',
  z.object({ unreadNotifications: z.number() }),
)

export const INBOX = operation<{ after: string | null }>()(
  `query Inbox($after: String) {
    notifications(first: 10, after: $after) {
      nodes { id kind heading body created read path candidateId conversationId }
      endCursor
    }
    me { id missedMails }
  }`,
  z.object({
    notifications: z.object({ nodes: z.array(note), endCursor: z.string().nullable() }),
    me: z.object({ missedMails: z.boolean() }),
  }),
)
export type InboxPage = z.infer<typeof INBOX.model>

export const MARK_READ = operation<{ ids: string[] }>()(
  'mutation MarkNotificationsRead($ids: [ID!]!) { markNotificationsRead(ids: $ids) }',
  z.object({ markNotificationsRead: z.number() }),
)

export const MARK_ALL_READ = operation()(
  'mutation MarkAllNotificationsRead { markAllNotificationsRead }',
  z.object({ markAllNotificationsRead: z.number() }),
)

export const SET_MISSED_MAILS = operation<{ on: boolean }>()(
  'mutation SetMissedMails($on: Boolean!) { setMissedMails(on: $on) }',
  z.object({ setMissedMails: z.boolean() }),
)
