import type { Live } from '#server/domains/live/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { countUnread, listNotifications } from './list-notifications.ts'
import { NOTIFICATION_COLUMNS, type NotificationRow, presentNotification } from './notification-row.ts'
import {
  type InboxContext,
  type NewNotification,
  type PostOptions,
  publishNotifications,
  storeNotifications,
} from './store-notifications.ts'

export type { NewNotification } from './store-notifications.ts'

export type Inbox = ReturnType<typeof createInbox>

export const unreadReminderKey = (conversationId: string) => `missed:${conversationId}`

/** A condition on a row `member` of conversation_member: the member has an unread reminder of the conversation. */
export const HAS_UNREAD_REMINDER = `EXISTS (
    SELECT 1 FROM notification
    WHERE notification.user_id = member.user_id AND NOT notification.read
      AND notification.dedupe_key = 'missed:' || member.conversation_id
  )`

/** Creates the notifications of members. */
export function createInbox(
  { database, clock, texts, failures }: Platform,
  { live }: { live: Pick<Live, 'publish'> },
) {
  const { pool, prisma } = database
  const onError = failures.of('inbox')
  const context = { database, clock, texts, live, onError }

  return {
    /** Stores several notifications with different keys. Returns what was stored: with `once`, only new ones. */
    post: (notifications: readonly (NewNotification & { userId: string })[], options?: PostOptions) =>
      storeNotifications(context, notifications, options),

    /** Stores a notification and publishes it to the member's streams. Reports failures and never throws. */
    async notify(userId: string, notification: NewNotification, options?: PostOptions) {
      await storeNotifications(context, [{ ...notification, userId }], options).catch(onError)
    },

    /** Deletes the notification with this key. Reports failures and never throws. */
    async delete(userId: string, dedupeKey: string) {
      await prisma.notification.deleteMany({ where: { userId, dedupeKey } }).catch(onError)
    },

    list: (userId: string, page: { pageNumber: number; size: number }) =>
      listNotifications(pool, userId, page),
    unreadCount: (userId: string) => countUnread(pool, userId),

    async markRead(userId: string, ids: readonly string[]) {
      await prisma.notification.updateMany({ where: { userId, id: { in: [...ids] } }, data: { read: true } })
    },

    async markAllRead(userId: string) {
      await prisma.notification.updateMany({ where: { userId, read: false }, data: { read: true } })
    },

    /** Marks the reminder of a conversation as read. Reports failures and never throws. */
    markReminderRead: (userId: string, conversationId: string) =>
      markReminderRead(context, userId, conversationId).catch(onError),

    /** Deletes the reminders of messages from a member, for all partners or for one. Reports failures and never throws. */
    async deleteReminders(candidateId: string, userId?: string) {
      const reminders = { candidateId, kind: 'missed_messages' }
      await prisma.notification
        .deleteMany({ where: userId === undefined ? reminders : { ...reminders, userId } })
        .catch(onError)
    },
  }
}

async function markReminderRead(context: InboxContext, userId: string, conversationId: string) {
  const { rows } = await context.database.pool.query<NotificationRow>(
    `UPDATE notification SET read = true WHERE user_id = $1 AND dedupe_key = $2 AND NOT read
     RETURNING ${NOTIFICATION_COLUMNS}`,
    [userId, unreadReminderKey(conversationId)],
  )
  await publishNotifications(context, rows.map(presentNotification))
}
