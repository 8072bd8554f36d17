/** How many due departures are read at once. */
export const BATCH = 200

const ELAPSED = (column: string, milliseconds: string) =>
  `${column} <= now() - ${milliseconds} * interval '1 millisecond'`

/** `$3`: when the chat that the goodbye is for was opened, or null. */
export const SAY_GOODBYE = {
  name: 'say-goodbye',
  text: `UPDATE conversation_member member SET leaving_since = now() FROM conversation
    WHERE conversation.id = $1 AND member.conversation_id = $1 AND member.user_id = $2
      AND ($3::timestamptz IS NULL OR conversation.opened_at <= $3)`,
}

export const FIND_GOODBYES = {
  name: 'find-goodbyes',
  text: `SELECT conversation_id AS "conversationId", user_id AS "userId", leaving_since AS "since"
    FROM conversation_member WHERE user_id = ANY($1::uuid[]) AND leaving_since IS NOT NULL`,
}

/** Cancels goodbyes, but not those that the member repeated in the meantime. */
export const CANCEL_GOODBYES = {
  name: 'cancel-goodbyes',
  text: `
WITH cancelled AS (
  SELECT conversation_id, user_id FROM conversation_member
  JOIN unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS input(conversation_id, user_id, leaving_since)
    USING (conversation_id, user_id, leaving_since)
  ORDER BY conversation_id, user_id FOR UPDATE OF conversation_member
)
UPDATE conversation_member member SET leaving_since = NULL FROM cancelled
WHERE member.conversation_id = cancelled.conversation_id AND member.user_id = cancelled.user_id`,
}

export const DUE_GOODBYES = {
  name: 'due-goodbyes',
  text: `SELECT conversation_id, user_id FROM conversation_member
    WHERE ${ELAPSED('leaving_since', '$1')} ORDER BY leaving_since LIMIT ${BATCH}`,
}

export const FORGET_GOODBYE = {
  name: 'forget-goodbye',
  text: `UPDATE conversation_member SET leaving_since = NULL
    WHERE conversation_id = $1 AND user_id = $2 AND ${ELAPSED('leaving_since', '$3')}`,
}

export const RECORD_BACK = {
  name: 'record-back',
  text: `INSERT INTO member_presence (user_id) SELECT id FROM "user" WHERE id = ANY($1::uuid[]) ORDER BY id
    ON CONFLICT (user_id) DO UPDATE SET away_since = NULL WHERE member_presence.away_since IS NOT NULL`,
}

export const RECORD_AWAY = {
  name: 'record-away',
  text: `INSERT INTO member_presence (user_id, away_since)
    SELECT id, now() FROM "user" WHERE id = ANY($1::uuid[]) ORDER BY id
    ON CONFLICT (user_id) DO UPDATE SET away_since = now() WHERE member_presence.away_since IS NULL`,
}

export const RECORDED_HERE = {
  name: 'recorded-here',
  text: `SELECT user_id FROM member_presence WHERE away_since IS NULL AND user_id > $1 ORDER BY user_id LIMIT ${BATCH}`,
}

export const DUE_ABSENCES = {
  name: 'due-absences',
  text: `SELECT user_id FROM member_presence
    WHERE ${ELAPSED('away_since', '$1')} ORDER BY away_since LIMIT ${BATCH}`,
}

export const FORGET_ABSENCE = {
  name: 'forget-absence',
  text: `DELETE FROM member_presence WHERE user_id = $1 AND ${ELAPSED('away_since', '$2')}`,
}
