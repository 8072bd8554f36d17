import { type Notification, notification } from '#schema/notification.ts'

export const NOTIFICATION_COLUMNS =
  'id, user_id, kind, heading, body, created, read, path, user_data, image, candidate_id, conversation_id'

export interface NotificationRow {
  id: string
  user_id: string
  kind: string
  heading: string
  body: string
  created: Date
  read: boolean
  path: string | null
  user_data: unknown
  image: string | null
  candidate_id: string | null
  conversation_id: string | null
}

// A node of a newer version may have stored a kind or data that this version does not know.
const kind = notification.shape.kind.catch('notice')
const userData = notification.shape.userData.catch(null)

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  userId: row.user_id,
  kind: kind.parse(row.kind),
  heading: row.heading,
  body: row.body,
  created: row.created.toISOString(),
  read: row.read,
  path: row.path,
  userData: userData.parse(row.user_data),
  image: row.image,
  candidateId: row.candidate_id,
  conversationId: row.conversation_id,
})
