import { v7 as uuidv7 } from 'uuid'
import { cutText } from '#schema/graphemes.ts'
import type { Notification, NotificationKind } from '#schema/notification.ts'
import type { Text } from '#schema/translatable.ts'
import type { Live } from '#server/domains/live/index.ts'
import { type Reader, readerOf } from '#server/domains/mail/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { NOTIFICATION_COLUMNS, type NotificationRow, presentNotification } from './notification-row.ts'

const MAX_HEADING = 160
/** As long as the reason of a decision may be, which members read unshortened. */
const MAX_BODY = 2_000

export interface NewNotification {
  kind: NotificationKind
  /** A function where the text needs a date in the member's language. */
  heading: Text | ((reader: Reader) => string)
  body: Text
  /** The page of the app that it opens. */
  path?: string
  userData?: Record<string, string>
  /** The member it is about. */
  candidateId?: string
  conversationId?: string
  /** A member has one notification for each key: a repeated event renews it, unread and with its new text. */
  dedupeKey?: string
}

export interface PostOptions {
  /** Leaves an existing notification with the same key unchanged, for events that may be emitted again. */
  once?: boolean
}

/** What the operations of the inbox share. */
export interface InboxContext extends Pick<Platform, 'database' | 'clock' | 'texts'> {
  live: Pick<Live, 'publish'>
  onError(error: unknown): void
}

/** A renewed notification gets a new id, because lists are ordered by id. Rows are stored in key order to avoid deadlocks. */
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

/** Stores notifications and publishes them to their members' streams. Returns what was stored. */
export async function storeNotifications(
  context: InboxContext,
  notifications: readonly (NewNotification & { userId: string })[],
  { once = false }: PostOptions = {},
): Promise<Notification[]> {
  if (notifications.length === 0) return []
  const readers = await readersOf(context, [...new Set(notifications.map(({ userId }) => userId))])
  const rows = notifications.map((notification) => ({
    id: uuidv7(),
    user_id: notification.userId,
    kind: notification.kind,
    ...said(notification, readers(notification.userId)),
    path: notification.path,
    user_data: notification.userData,
    candidate_id: notification.candidateId,
    conversation_id: notification.conversationId,
    dedupe_key: notification.dedupeKey,
  }))
  const stored = await context.database.pool.query<NotificationRow>({
    ...STORE,
    values: [JSON.stringify(rows), new Date(context.clock.now()), once],
  })
  const presented = stored.rows.map(presentNotification)
  await publishNotifications(context, presented)
  return presented
}

function said({ heading, body }: NewNotification, reader: Reader) {
  const title = typeof heading === 'function' ? heading(reader) : reader.say(heading)
  return {
    heading: cutText(title.toWellFormed(), MAX_HEADING),
    body: cutText(reader.say(body).toWellFormed(), MAX_BODY),
  }
}

const LANGUAGES_OF = {
  name: 'languages-of-members',
  text: 'SELECT id, language FROM "user" WHERE id = ANY($1::uuid[])',
}

/** Returns the reader for each member, in the language of the account. */
async function readersOf(
  { database, texts }: InboxContext,
  userIds: readonly string[],
): Promise<(userId: string) => Reader> {
  const { rows } = await database.pool.query<{ id: string; language: string }>({
    ...LANGUAGES_OF,
    values: [userIds],
  })
  const languages = new Map(rows.map(({ id, language }) => [id, language]))
  return (userId) => readerOf(texts, languages.get(userId) ?? 'en')
}

export const publishNotifications = (
  { live, onError }: Pick<InboxContext, 'live' | 'onError'>,
  notifications: readonly Notification[],
) =>
  Promise.all(
    notifications.map((data) => live.publish([data.userId], { event: 'notification', data }).catch(onError)),
  )
