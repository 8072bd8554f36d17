import { v7 as uuidv7 } from 'uuid'
import type { Page } from '#schema/chat.ts'
import type { Notification, NotificationKind } from '#schema/notification.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { NOTIFICATION_COLUMNS, type NotificationRow, presentNotification } from './present-notification.ts'

/** What is said to somebody. */
export interface NewNotification {
  kind: NotificationKind
  heading: string
  body: string
  /** Where it leads within the app. */
  path?: string
  userData?: Record<string, string>
  /** Whom it is about. */
  candidateId?: string
  conversationId?: string
  /** Of one key a person has one notification: what happens again renews it, unread and with its new text. */
  dedupeKey?: string
}

interface PostOptions {
  /** Of one key the first stays as it is: what is announced again is no news. */
  once?: boolean
}

export interface Inbox {
  /** Stores it and tells the person's screens. Never fails what caused it. */
  notify(userId: string, note: NewNotification, posting?: PostOptions): Promise<void>
  /** Several, each with a key of its own. Answers what was stored: with `once`, only what is new. */
  post(
    notes: readonly (NewNotification & { userId: string })[],
    posting?: PostOptions,
  ): Promise<Notification[]>
  /** Newest first. */
  list(userId: string, page: { pageNumber: number; size: number }): Promise<Page<Notification>>
  /** Counted up to 100: a badge says no more than 99+. */
  unreadCount(userId: string): Promise<number>
  markRead(userId: string, ids: readonly string[]): Promise<void>
  markAllRead(userId: string): Promise<void>
  /** What was missed in a conversation is read there. Never fails what caused it. */
  markReminderRead(userId: string, conversationId: string): Promise<void>
  /** What somebody wrote is announced no longer, to anybody or to one. Never fails what caused it. */
  deleteReminders(candidateId: string, userId?: string): Promise<void>
}

const UNREAD_CAP = 100
const MAX_HEADING = 160
/** As long as the reason of a decision may be: the person reads it as it was written. */
const MAX_BODY = 2_000

export const unreadReminderKey = (conversationId: string) => `missed:${conversationId}`

/** Of a row `member` of conversation_member: whether its member has an unread notification of what they missed there. */
export const HAS_UNREAD_REMINDER = `EXISTS (
    SELECT 1 FROM notification
    WHERE notification.user_id = member.user_id AND NOT notification.read
      AND notification.dedupe_key = 'missed:' || member.conversation_id
  )`

/** What is renewed has a new id, as lists are in the order of ids. In the order of keys, so that two never wait in a circle. */
const STORE = {
  name: 'store-notifications',
  text: `
INSERT INTO notification
  (id, user_id, kind, heading, body, created, path, user_data, candidate_id, conversation_id, dedupe_key)
SELECT id, user_id, kind, heading, body, $2, path, user_data, candidate_id, conversation_id, dedupe_key
FROM jsonb_to_recordset($1::jsonb) AS note(id uuid, user_id uuid, kind text, heading text, body text, path text,
  user_data jsonb, candidate_id uuid, conversation_id uuid, dedupe_key text)
ORDER BY user_id, dedupe_key
ON CONFLICT (user_id, dedupe_key) DO UPDATE SET id = EXCLUDED.id, kind = EXCLUDED.kind, heading = EXCLUDED.heading,
  body = EXCLUDED.body, created = EXCLUDED.created, read = false, path = EXCLUDED.path,
  user_data = EXCLUDED.user_data, candidate_id = EXCLUDED.candidate_id, conversation_id = EXCLUDED.conversation_id
WHERE NOT $3::boolean
RETURNING ${NOTIFICATION_COLUMNS}`,
}

/** By whole characters, as half of one can be stored nowhere. */
function clip(text: string, max: number): string {
  const characters = text.length > max ? [...text] : []
  return (characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text).toWellFormed()
}

export function createInbox(deps: {
  database: Pick<Database, 'pool'>
  clock: Clock
  live: Pick<Live, 'publish'>
  onError(error: unknown): void
}): Inbox {
  const { live, clock, onError } = deps
  const { pool } = deps.database

  const tell = (notes: readonly Notification[]) =>
    Promise.all(
      notes.map((data) => live.publish([data.userId], { event: 'notification', data }).catch(onError)),
    )

  const post: Inbox['post'] = async (notes, { once = false } = {}) => {
    if (notes.length === 0) return []
    const rows = notes.map((note) => ({
      id: uuidv7(),
      user_id: note.userId,
      kind: note.kind,
      heading: clip(note.heading, MAX_HEADING),
      body: clip(note.body, MAX_BODY),
      path: note.path,
      user_data: note.userData,
      candidate_id: note.candidateId,
      conversation_id: note.conversationId,
      dedupe_key: note.dedupeKey,
    }))
    const stored = await pool.query<NotificationRow>({
      ...STORE,
      values: [JSON.stringify(rows), new Date(clock.now()), once],
    })
    const presented = stored.rows.map(presentNotification)
    await tell(presented)
    return presented
  }

  return {
    post,

    async notify(userId, note, posting) {
      await post([{ ...note, userId }], posting).catch(onError)
    },

    async list(userId, { pageNumber, size }) {
      const [page, counted] = await Promise.all([
        pool.query<NotificationRow>({
          name: 'list-notifications',
          text: `SELECT ${NOTIFICATION_COLUMNS} FROM notification WHERE user_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
          values: [userId, size, pageNumber * size],
        }),
        pool.query<{ total: number }>({
          name: 'count-notifications',
          text: 'SELECT count(*)::int AS total FROM notification WHERE user_id = $1',
          values: [userId],
        }),
      ])
      const totalElements = counted.rows[0]?.total ?? 0
      return {
        elements: page.rows.map(presentNotification),
        totalElements,
        totalPages: Math.ceil(totalElements / size),
        last: (pageNumber + 1) * size >= totalElements,
      }
    },

    async unreadCount(userId) {
      const { rows } = await pool.query<{ count: number }>({
        name: 'unread-notifications',
        text: `SELECT count(*)::int AS count FROM (
            SELECT 1 FROM notification WHERE user_id = $1 AND NOT read LIMIT ${UNREAD_CAP}
          ) unread`,
        values: [userId],
      })
      return rows[0]?.count ?? 0
    },

    async markRead(userId, ids) {
      await pool.query('UPDATE notification SET read = true WHERE user_id = $1 AND id = ANY($2::uuid[])', [
        userId,
        ids,
      ])
    },

    async markAllRead(userId) {
      await pool.query('UPDATE notification SET read = true WHERE user_id = $1 AND NOT read', [userId])
    },

    async markReminderRead(userId, conversationId) {
      try {
        const { rows } = await pool.query<NotificationRow>(
          `UPDATE notification SET read = true WHERE user_id = $1 AND dedupe_key = $2 AND NOT read
           RETURNING ${NOTIFICATION_COLUMNS}`,
          [userId, unreadReminderKey(conversationId)],
        )
        await tell(rows.map(presentNotification))
      } catch (error) {
        onError(error)
      }
    },

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
