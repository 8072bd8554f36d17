import type { EveningsContext } from './evenings-context.ts'

/** How long before its begin members are reminded of an evening, in milliseconds. */
const AHEAD = 10 * 60_000
const BATCH = 500

/** A row is claimed by one node, and is reminded of once. */
const CLAIM = `
WITH due AS (
  SELECT member.user_id, member.evening_id FROM evening
  JOIN evening_member member ON member.evening_id = evening.id
  WHERE evening.starts_at > $1 AND evening.starts_at <= $2 AND evening.cancelled_at IS NULL
    AND member.wants_reminder AND member.reminded_at IS NULL
  LIMIT ${BATCH} FOR UPDATE OF member SKIP LOCKED
)
UPDATE evening_member member SET reminded_at = $1 FROM due
WHERE member.user_id = due.user_id AND member.evening_id = due.evening_id
RETURNING member.user_id AS "userId", member.evening_id AS "eveningId"`

/** Emits `eveningSoon` for each member who wanted a reminder of an evening that begins within ten minutes, at most once each. */
export async function remindMembers({
  pool,
  clock,
  events,
}: Pick<EveningsContext, 'pool' | 'clock' | 'events'>): Promise<void> {
  for (;;) {
    const now = clock.now()
    const { rows } = await pool.query<{ userId: string; eveningId: string }>(CLAIM, [
      new Date(now),
      new Date(now + AHEAD),
    ])
    if (rows.length === 0) return
    await events.emit('eveningSoon', { reminders: rows })
  }
}
