import type { Page } from '#schema/chat.ts'
import type { Notification } from '#schema/notification.ts'
import { countUnread, listNotifications } from './list-notifications.ts'
import { NOTIFICATION_COLUMNS, type NotificationRow, presentNotification } from './notification-row.ts'
import {
  type NewNotification,
  type NotificationDeps,
  type PostOptions,
  publishNotifications,
  storeNotifications,
} from './store-notifications.ts'

export type { NewNotification } from './store-notifications.ts'

export interface Inbox {
  /** Stores a notification and publishes it to the member's streams. Reports failures and never throws. */
  notify(userId: string, notification: NewNotification, options?: PostOptions): Promise<void>
  /** Stores several notifications with different keys. Returns what was stored: with `once`, only new ones. */
  post(
    notifications: readonly (NewNotification & { userId: string })[],
    options?: PostOptions,
  ): Promise<Notification[]>
  /** Newest first. */
  list(userId: string, page: { pageNumber: number; size: number }): Promise<Page<Notification>>
  /** Counts up to 100. */
  unreadCount(userId: string): Promise<number>
  markRead(userId: string, ids: readonly string[]): Promise<void>
  markAllRead(userId: string): Promise<void>
  /** Marks the reminder of a conversation as read. Reports failures and never throws. */
  markReminderRead(userId: string, conversationId: string): Promise<void>
  /** Deletes the reminders of messages from a member, for all partners or for one. Reports failures and never throws. */
  deleteReminders(candidateId: string, userId?: string): Promise<void>
}

export const unreadReminderKey = (conversationId: string) => `missed:${conversationId}`

/** A condition on a row `member` of conversation_member: the member has an unread reminder of the conversation. */
export const HAS_UNREAD_REMINDER = `EXISTS (
    SELECT 1 FROM notification
    WHERE notification.user_id = member.user_id AND NOT notification.read
      AND notification.dedupe_key = 'missed:' || member.conversation_id
  )`

export function createInbox(deps: NotificationDeps): Inbox {
  const { onError } = deps
  const { pool } = deps.database

  return {
    post: (notifications, options) => storeNotifications(deps, notifications, options),

    async notify(userId, notification, options) {
      await storeNotifications(deps, [{ ...notification, userId }], options).catch(onError)
    },

    list: (userId, page) => listNotifications(pool, userId, page),
    unreadCount: (userId) => countUnread(pool, userId),

    async markRead(userId, ids) {
      await pool.query('UPDATE notification SET read = true WHERE user_id = $1 AND id = ANY($2::uuid[])', [
        userId,
        ids,
      ])
    },

    async markAllRead(userId) {
      await pool.query('UPDATE notification SET read = true WHERE user_id = $1 AND NOT read', [userId])
    },

    markReminderRead: (userId, conversationId) =>
      markReminderRead(deps, userId, conversationId).catch(onError),

    async deleteReminders(candidateId, userId) {
      await pool
        .query(
          `DELETE FROM notification
           WHERE candidate_id = $1 AND kind = 'missed_messages' AND user_id = coalesce($2, user_id)`,
          [candidateId, userId],
        )
        .catch(onError)
    },
  }
}

async function markReminderRead(deps: NotificationDeps, userId: string, conversationId: string) {
  const { rows } = await deps.database.pool.query<NotificationRow>(
    `UPDATE notification SET read = true WHERE user_id = $1 AND dedupe_key = $2 AND NOT read
     RETURNING ${NOTIFICATION_COLUMNS}`,
    [userId, unreadReminderKey(conversationId)],
  )
  await publishNotifications(deps, rows.map(presentNotification))
}
