import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import { v7 as uuidv7 } from 'uuid'
import type { LookingFor } from '#schema/enums.ts'
import { LOOKING_FOR } from '#schema/enums.ts'
import type { SignupScreening } from '#server/domains/abuse/index.ts'
import { isDemoAccount, isPremium, isSuspended } from '#server/platform/account-status.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Transaction, UserModel } from '#server/platform/postgres/index.ts'
import { hasStaffFactor, type StaffFactor, staffFactorOf } from './second-factor/staff-factor.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { isStaffSession, sessionEnd } from './session-end.ts'
import { withUser } from './with-user.ts'

/** How long a node may go on believing a session that another node has revoked. */
const BELIEVED_FOR = 1_000
/** How often the use of a session is written down. */
const TOUCH_AFTER = 10 * 60_000
/** More often for staff, whose sessions end after an hour without use: at most this much earlier. */
const TOUCH_STAFF_AFTER = 60_000

/**
 * Rows that another transaction has locked are left out: the next request touches them. So no request waits for another,
 * and two nodes that touch the same sessions cannot deadlock.
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

/** What a request needs to know of whoever makes it. */
export interface Member {
  id: string
  /** Names the session without being able to open it. */
  sessionKey: string
  displayName: string
  emailVerified: boolean
  role: UserModel['role']
  /** What is missing before this session may use what is for staff. */
  staffFactor: StaffFactor
  premium: boolean
  suspended: boolean
  /** The account is in its first hours. */
  isNewAccount: boolean
  interests: string[]
  gender: UserModel['gender']
  filterByGender: UserModel['gender'] | null
  lookingFor: LookingFor[]
  age: number
}

/** Whether whoever has a session may still be here. */
export type Standing = 'here' | 'suspended' | 'logged out'

export interface SessionOrigin {
  userAgent: string | null
  ipAddress: string | null
}

/** Whoever wants a session. */
export interface Caller extends SessionOrigin {
  /** The request carried a proof of work. */
  hasProofOfWork?: boolean
  /** What their browser was given to be recognised by. */
  device?: string | null
  /** The live session that the same browser had so far: a login ends it. */
  replaces?: { userId: string; sessionKey: string } | null
}

export interface Sessions {
  /** What to store to open a session, and the token that opens it: the token itself is never stored. */
  mint(
    caller: Caller,
    role?: UserModel['role'],
  ): {
    token: string
    record: {
      id: string
      tokenHash: Uint8Array<ArrayBuffer>
      created: Date
      lastUsed: Date
      expires: Date
      device: Uint8Array<ArrayBuffer> | null
    } & SessionOrigin
  }
  /** In the background, a request of staff does not count as use: an unattended page must not keep its session. */
  memberOf(token: string, options?: { background?: boolean }): Promise<Member | null>
  /** Returns those of the sessions that have ended. */
  endedAmong(sessionKeys: readonly string[]): Promise<string[]>
  /** Asked of the database each time: what `memberOf` answers may be a second old. */
  standingOf(sessionKey: string): Promise<Standing>
  /** Ends one session; false when it had ended already. */
  revoke(sessionKey: string): Promise<boolean>
  /** Ends a member's sessions, all or all but one, within the caller's transaction; answers their keys. */
  revokeAll(userId: string, transaction: Transaction, except?: string): Promise<string[]>
  forget(userId: string): void
}

interface SessionTimes {
  token_hash: Buffer
  created: Date
  lastUsed: Date
  role: UserModel['role']
}

/** Names a session without being able to open it. */
export const keyOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64url')
/** The hash that a key was made of. */
export const hashOf = (key: string) => new Uint8Array(Buffer.from(key, 'base64url'))

export function createSessions({
  database,
  clock,
  signupScreening,
  newAccountHours,
  demoAccounts,
  staffTwoFactor,
}: {
  database: Database
  clock: Clock
  signupScreening: Pick<SignupScreening, 'deviceHash'>
  newAccountHours: number
  demoAccounts: boolean
  staffTwoFactor: boolean
}): Sessions {
  const { prisma } = database
  const known = new LRUCache<string, Member>({
    max: 50_000,
    ttl: BELIEVED_FOR,
    perf: { now: () => clock.now() },
  })

  const isStaff = (role: UserModel['role']) => isStaffSession(role, staffTwoFactor)

  async function read(keys: readonly string[], now: number) {
    const rows = await prisma.session.findMany({
      where: { tokenHash: { in: keys.map(hashOf) }, revokedAt: null, expires: { gt: new Date(now) } },
      include: { user: true },
    })
    // Stored before the account became staff, `expires` may be too late.
    return rows.filter(
      (row) =>
        withUser(row) &&
        (demoAccounts || !isDemoAccount(row.user)) &&
        sessionEnd(row, isStaff(row.user.role)) > now,
    )
  }

  type Row = Awaited<ReturnType<typeof read>>[number]

  async function touch(rows: readonly Row[], now: number) {
    const lastUsed = new Date(now)
    const ends = rows.map((row) => new Date(sessionEnd({ ...row, lastUsed }, isStaff(row.user.role))))
    await database.pool.query(TOUCH_SESSIONS, [lastUsed, rows.map(({ id }) => id), ends])
    await database.pool.query(TOUCH_USERS, [lastUsed, rows.map(({ userId }) => userId)])
  }

  /** When the staff among these confirmed their second factor. */
  async function factorsOf(rows: readonly Row[]): Promise<Map<string, Date | null>> {
    const staff = rows.filter((row) => isStaff(row.user.role)).map((row) => row.userId)
    if (staff.length === 0) return new Map()
    const factors = await prisma.secondFactor.findMany({
      where: { userId: { in: staff } },
      select: { userId: true, confirmedAt: true },
    })
    return new Map(factors.map(({ userId, confirmedAt }) => [userId, confirmedAt]))
  }

  const isStale = (row: Row, now: number, background: boolean) => {
    const unused = now - row.lastUsed.getTime()
    return isStaff(row.user.role) ? !background && unused > TOUCH_STAFF_AFTER : unused > TOUCH_AFTER
  }

  // Requests that arrive together are looked up together.
  const createLookUp = (background: boolean) =>
    new DataLoader<string, Member | null>(
      async (keys) => {
        const now = clock.now()
        const rows = await read(keys, now)
        const stale = rows.filter((row) => isStale(row, now, background))
        if (stale.length > 0) await touch(stale, now)
        const factors = await factorsOf(rows)
        const found = new Map(
          rows.map((row) => {
            const sessionKey = keyOf(row.tokenHash)
            const confirmedAt = factors.get(row.userId)
            const staffFactor = staffFactorOf(isStaff(row.user.role), confirmedAt, row.factorAt)
            return [sessionKey, member(row.user, { sessionKey, staffFactor, now, newAccountHours })]
          }),
        )
        return keys.map((key) => found.get(key) ?? null)
      },
      { cache: false, maxBatchSize: 500 },
    )
  const lookUp = { used: createLookUp(false), inBackground: createLookUp(true) }

  const lookUpStanding = new DataLoader<string, Standing>(
    async (keys) => {
      const now = clock.now()
      const rows = await read(keys, now)
      const found = new Map(rows.map(({ tokenHash, user }) => [keyOf(tokenHash), isSuspended(user, now)]))
      return keys.map((key) => {
        const suspended = found.get(key)
        if (suspended === undefined) return 'logged out'
        return suspended ? 'suspended' : 'here'
      })
    },
    { cache: false, maxBatchSize: 500 },
  )

  return {
    mint({ userAgent, ipAddress, device }, role = 'MEMBER') {
      const token = newSecret()
      const created = new Date(clock.now())
      const expires = new Date(sessionEnd({ created, lastUsed: created }, isStaff(role)))
      return {
        token,
        record: {
          id: uuidv7(),
          tokenHash: hashSecret(token),
          created,
          lastUsed: created,
          expires,
          userAgent,
          ipAddress,
          device: device ? signupScreening.deviceHash(device) : null,
        },
      }
    },

    async memberOf(token, { background = false } = {}) {
      const key = keyOf(hashSecret(token))
      const cached = known.get(key)
      if (cached) return cached
      const found = await (background ? lookUp.inBackground : lookUp.used).load(key)
      // What another node may change at any moment, by a proof, is asked for each time.
      if (found && hasStaffFactor(found)) known.set(key, found)
      return found
    },

    async endedAmong(sessionKeys) {
      const now = clock.now()
      // Asked of every open stream, so nothing more of the account is read.
      const { rows } = await database.pool.query<SessionTimes>(
        `SELECT token_hash, session.created, last_used AS "lastUsed", role::text AS role
         FROM session JOIN "user" ON "user".id = user_id
         WHERE token_hash = ANY($1) AND revoked_at IS NULL AND expires > $2`,
        [sessionKeys.map((key) => Buffer.from(key, 'base64url')), new Date(now)],
      )
      const alive = rows.filter((row) => sessionEnd(row, isStaff(row.role)) > now)
      const live = new Set(alive.map((row) => keyOf(row.token_hash)))
      return sessionKeys.filter((key) => !live.has(key))
    },

    standingOf: (sessionKey) => lookUpStanding.load(sessionKey),

    async revoke(sessionKey) {
      known.delete(sessionKey)
      const { count } = await prisma.session.updateMany({
        where: { tokenHash: hashOf(sessionKey), revokedAt: null },
        data: { revokedAt: new Date(clock.now()) },
      })
      return count > 0
    },

    async revokeAll(userId, transaction, except) {
      const ended = await transaction.session.updateManyAndReturn({
        where: { userId, revokedAt: null, ...(except ? { tokenHash: { not: hashOf(except) } } : {}) },
        data: { revokedAt: new Date(clock.now()) },
        select: { tokenHash: true },
      })
      return ended.map(({ tokenHash }) => keyOf(tokenHash))
    },

    forget(userId) {
      for (const [key, value] of known.entries()) if (value.id === userId) known.delete(key)
    },
  }
}

function member(
  row: UserModel,
  {
    sessionKey,
    staffFactor,
    now,
    newAccountHours,
  }: { sessionKey: string; staffFactor: StaffFactor; now: number; newAccountHours: number },
): Member {
  const premium = isPremium(row, now)
  return {
    id: row.id,
    sessionKey,
    displayName: row.displayName,
    emailVerified: row.emailVerified,
    role: row.role,
    staffFactor,
    premium,
    suspended: isSuspended(row, now),
    isNewAccount: now - row.created.getTime() < newAccountHours * 60 * 60_000,
    interests: row.interests,
    gender: row.gender,
    filterByGender: premium ? row.filterByGender : null,
    lookingFor: LOOKING_FOR.filter((choice) => row.lookingFor.includes(choice)),
    age: row.age,
  }
}
