import type { UserModel } from '#server/platform/postgres/index.ts'
import type { SessionContext } from './session-context.ts'
import { isStaffSession, sessionEnd } from './session-end.ts'
import { sessionKeyOf } from './session-keys.ts'

/** Runs for the sessions of every open stream, so it reads nothing else of the account. */
const LIVE_SESSIONS = `
  SELECT token_hash AS "tokenHash", session.created, last_used AS "lastUsed", role::text AS role
  FROM session JOIN "user" ON "user".id = user_id
  WHERE token_hash = ANY($1) AND revoked_at IS NULL AND expires > $2`

interface SessionTimes {
  tokenHash: Buffer
  created: Date
  lastUsed: Date
  role: UserModel['role']
}

/** Returns those of the sessions that have ended. */
export async function filterEndedSessions(
  {
    database: { pool },
    clock,
    staffTwoFactor,
  }: Pick<SessionContext, 'database' | 'clock' | 'staffTwoFactor'>,
  sessionKeys: readonly string[],
): Promise<string[]> {
  const now = clock.now()
  const { rows } = await pool.query<SessionTimes>(LIVE_SESSIONS, [
    sessionKeys.map((key) => Buffer.from(key, 'base64url')),
    new Date(now),
  ])
  const live = rows.filter((row) => sessionEnd(row, isStaffSession(row.role, staffTwoFactor)) > now)
  const liveKeys = new Set(live.map((row) => sessionKeyOf(row.tokenHash)))
  return sessionKeys.filter((key) => !liveKeys.has(key))
}
