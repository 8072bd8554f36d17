import type { LiveSession } from './read-sessions.ts'
import type { SessionContext } from './session-context.ts'
import { isStaffSession, sessionEnd } from './session-end.ts'

/** How old the recorded last use of a session may become, in milliseconds. */
const RECORD_USE_AFTER = 10 * 60_000
/** Staff sessions end after an hour without use; a late record ends them earlier by at most this much. */
const RECORD_STAFF_USE_AFTER = 60_000

/**
 * Rows that another transaction has locked are skipped; the next request records their use. So no request waits for
 * another, and two nodes that record the same sessions cannot deadlock.
 */
const TOUCH_SESSIONS = `
WITH given AS (
  SELECT session.id, input.expires FROM unnest($2::uuid[], $3::timestamptz[]) AS input(id, expires)
  JOIN session USING (id)
  FOR NO KEY UPDATE OF session SKIP LOCKED
)
UPDATE session SET last_used = $1, expires = given.expires FROM given WHERE session.id = given.id`
const TOUCH_USERS = `
WITH given AS (SELECT id FROM "user" WHERE id = ANY($2::uuid[]) FOR NO KEY UPDATE SKIP LOCKED)
UPDATE "user" SET last_seen = $1 FROM given WHERE "user".id = given.id`

/**
 * Records the use of sessions whose last record is too old. Background requests of staff do not count as use, because
 * an unattended page must not keep its session.
 */
export async function touchSessions(
  { database: { pool }, staffTwoFactor }: Pick<SessionContext, 'database' | 'staffTwoFactor'>,
  rows: readonly LiveSession[],
  { now, background }: { now: number; background: boolean },
): Promise<void> {
  const isStaff = (row: LiveSession) => isStaffSession(row.user.role, staffTwoFactor)
  const stale = rows.filter((row) => {
    const unused = now - row.lastUsed.getTime()
    return isStaff(row) ? !background && unused > RECORD_STAFF_USE_AFTER : unused > RECORD_USE_AFTER
  })
  if (stale.length === 0) return
  const lastUsed = new Date(now)
  const ends = stale.map((row) => new Date(sessionEnd({ ...row, lastUsed }, isStaff(row))))
  await pool.query(TOUCH_SESSIONS, [lastUsed, stale.map(({ id }) => id), ends])
  await pool.query(TOUCH_USERS, [lastUsed, stale.map(({ userId }) => userId)])
}
