import type { Pool } from 'pg'
import type { Page } from '#schema/chat.ts'
import type { Notification } from '#schema/notification.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import { NOTIFICATION_COLUMNS, type NotificationRow, presentNotification } from './notification-row.ts'

/** Badges show 99+ above this, so counting stops here. */
const UNREAD_CAP = 100

/** Returns one page of a member's notifications, newest first. */
export async function listNotifications(
  pool: Pool,
  userId: string,
  request: PageRequest,
): Promise<Page<Notification>> {
  const { skip, take } = pageRange(request)
  const [page, counted] = await Promise.all([
    pool.query<NotificationRow>({
      name: 'list-notifications',
      text: `SELECT ${NOTIFICATION_COLUMNS} FROM notification WHERE user_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
      values: [userId, take, skip],
    }),
    pool.query<{ total: number }>({
      name: 'count-notifications',
      text: 'SELECT count(*)::int AS total FROM notification WHERE user_id = $1',
      values: [userId],
    }),
  ])
  return pageOf(page.rows.map(presentNotification), counted.rows[0]?.total ?? 0, request)
}

/** Counts up to 100. */
export async function countUnread(pool: Pool, userId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'unread-notifications',
    text: `SELECT count(*)::int AS count FROM (
            SELECT 1 FROM notification WHERE user_id = $1 AND NOT read LIMIT ${UNREAD_CAP}
          ) unread`,
    values: [userId],
  })
  return rows[0]?.count ?? 0
}
