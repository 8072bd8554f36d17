import { isDemoAccount } from '#server/platform/account-status.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { SessionContext } from './session-context.ts'
import { isStaffSession, sessionEnd } from './session-end.ts'
import { tokenHashOf } from './session-keys.ts'

/** The columns of an account that a request's member depends on. */
export type SessionUser = Pick<
  UserModel,
  | 'id'
  | 'userName'
  | 'displayName'
  | 'emailVerified'
  | 'role'
  | 'active'
  | 'demo'
  | 'created'
  | 'premiumUntil'
  | 'suspendedUntil'
  | 'bannedAt'
  | 'interests'
  | 'gender'
  | 'filterByGender'
  | 'lookingFor'
  | 'languages'
  | 'learning'
  | 'age'
  | 'minPartnerAge'
  | 'maxPartnerAge'
  | 'language'
>

/** A session that is live, with its account. */
export interface LiveSession {
  id: string
  userId: string
  tokenHash: Uint8Array
  created: Date
  lastUsed: Date
  expires: Date
  factorAt: Date | null
  user: SessionUser
}

interface Row extends Omit<SessionUser, 'id' | 'created'>, Omit<LiveSession, 'user'> {
  userCreated: Date
}

const LIVE_SESSIONS = {
  name: 'live-sessions',
  text: `
SELECT session.id, session.user_id AS "userId", session.token_hash AS "tokenHash", session.created,
  session.last_used AS "lastUsed", session.expires, session.factor_at AS "factorAt",
  account.user_name AS "userName", account.display_name AS "displayName", account.email_verified AS "emailVerified",
  account.role::text AS role, account.active, account.demo, account.created AS "userCreated",
  account.premium_until AS "premiumUntil", account.suspended_until AS "suspendedUntil", account.banned_at AS "bannedAt",
  account.interests, account.gender::text AS gender, account.filter_by_gender::text AS "filterByGender",
  account.looking_for AS "lookingFor", account.languages, account.learning, account.age, account.language,
  account.min_partner_age AS "minPartnerAge", account.max_partner_age AS "maxPartnerAge"
FROM session JOIN "user" account ON account.id = session.user_id
WHERE session.token_hash = ANY($1) AND session.revoked_at IS NULL AND session.expires > $2`,
}

/** Returns those of the sessions that are live, each with its account, in one statement. */
export async function readSessions(
  {
    database: { pool },
    demoAccounts,
    staffTwoFactor,
  }: Pick<SessionContext, 'database' | 'demoAccounts' | 'staffTwoFactor'>,
  sessionKeys: readonly string[],
  now: number,
): Promise<LiveSession[]> {
  const { rows } = await pool.query<Row>({
    ...LIVE_SESSIONS,
    values: [sessionKeys.map((key) => Buffer.from(tokenHashOf(key))), new Date(now)],
  })
  // The stored `expires` is too late when the account became staff after the session began.
  return rows
    .map(sessionOf)
    .filter(
      (session) =>
        (demoAccounts || !isDemoAccount(session.user)) &&
        sessionEnd(session, isStaffSession(session.user.role, staffTwoFactor)) > now,
    )
}

const sessionOf = ({
  id,
  userId,
  tokenHash,
  created,
  lastUsed,
  expires,
  factorAt,
  userCreated,
  ...user
}: Row): LiveSession => ({
  id,
  userId,
  tokenHash,
  created,
  lastUsed,
  expires,
  factorAt,
  user: { ...user, id: userId, created: userCreated },
})
