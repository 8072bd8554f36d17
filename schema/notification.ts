import * as z from 'zod'

/** What a notification is about. The web app chooses its icon by it. */
export const NOTIFICATION_KINDS = [
  'notice',
  'report_decided',
  'warning',
  'appeal_decided',
  'premium_ending',
  'missed_messages',
  'message_released',
  'export_ready',
  'knock',
  'knock_accepted',
  'kept',
  'interest_bell',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** A stored notification (spec §3). */
export const notification = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  kind: z.enum(NOTIFICATION_KINDS),
  heading: z.string(),
  body: z.string(),
  created: z.iso.datetime(),
  read: z.boolean(),
  /** The page of the app that it opens. */
  path: z.string().nullable(),
  userData: z.record(z.string(), z.string()).nullable(),
  image: z.string().nullable(),
  candidateId: z.uuid().nullable(),
  conversationId: z.uuid().nullable(),
})
export type Notification = z.infer<typeof notification>
