import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import { v7 as uuidv7 } from 'uuid'
import type { LookingFor } from '#schema/enums.ts'
import { LOOKING_FOR } from '#schema/enums.ts'
import type { Clock } from '../clock.ts'
import type { Entry } from '../safety/index.ts'
import { isDemoAccount, isPremium, isSuspended } from '../standing.ts'
import type { Database, Transaction, UserModel } from '../store/index.ts'
import { hashSecret, newSecret } from './secrets.ts'

const LIFETIME = 30 * 24 * 60 * 60_000
/** How long a node may go on believing a session that another node has revoked. */
const BELIEVED_FOR = 1_000
/** A session in use is written down as used at most this often. */
const TOUCH_AFTER = 10 * 60_000

/** What a request needs to know of whoever makes it. */
export interface Member {
  id: string
  /** Names the session without being able to open it. */
  sessionKey: string
  displayName: string
  emailVerified: boolean
  role: UserModel['role']
  premium: boolean
  suspended: boolean
  /** The account is in its first hours. */
  newcomer: boolean
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
  proven?: boolean
  /** What their browser was given to be recognised by. */
  device?: string | null
}

export interface Sessions {
  /** What to store to open a session, and the token that opens it: the token itself is never stored. */
  mint(caller: Caller): {
    token: string
    record: {
      id: string
      tokenHash: Uint8Array<ArrayBuffer>
      expires: Date
      device: Uint8Array<ArrayBuffer> | null
    } & SessionOrigin
  }
  memberOf(token: string): Promise<Member | null>
  /** Asked of the database each time: what `memberOf` answers may be a second old. */
  standingOf(sessionKey: string): Promise<Standing>
  /** Ends one session; false when it had ended already. */
  revoke(sessionKey: string): Promise<boolean>
  /** Ends all of a member's sessions, within the caller's transaction; answers their keys. */
  revokeAll(userId: string, transaction: Transaction): Promise<string[]>
  forget(userId: string): void
}

/** Names a session without being able to open it. */
export const keyOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64url')

export function createSessions({
  database,
  clock,
  entry,
  newAccountHours,
  demoAccounts,
}: {
  database: Database
  clock: Clock
  entry: Pick<Entry, 'deviceHash'>
  newAccountHours: number
  demoAccounts: boolean
}): Sessions {
  const { prisma } = database
  const known = new LRUCache<string, Member>({
    max: 50_000,
    ttl: BELIEVED_FOR,
    perf: { now: () => clock.now() },
  })

  async function read(keys: readonly string[], now: number) {
    const rows = await prisma.session.findMany({
      where: {
        tokenHash: { in: keys.map((key) => new Uint8Array(Buffer.from(key, 'base64url'))) },
        revokedAt: null,
        expires: { gt: new Date(now) },
      },
      include: { user: true },
    })
    return demoAccounts ? rows : rows.filter(({ user }) => !isDemoAccount(user))
  }

  // Requests that arrive together are looked up together.
  const lookUp = new DataLoader<string, Member | null>(
    async (keys) => {
      const now = clock.now()
      const rows = await read(keys, now)
      const stale = rows.filter((row) => now - row.lastUsed.getTime() > TOUCH_AFTER).map((row) => row.id)
      if (stale.length > 0) {
        const lastUsed = new Date(now)
        const expires = new Date(now + LIFETIME)
        await prisma.session.updateMany({ where: { id: { in: stale } }, data: { lastUsed, expires } })
        const users = rows.filter((row) => stale.includes(row.id)).map((row) => row.userId)
        await prisma.user.updateMany({ where: { id: { in: users } }, data: { lastSeen: lastUsed } })
      }
      const found = new Map(
        rows.map((row) => [
          keyOf(row.tokenHash),
          member(row.user, { sessionKey: keyOf(row.tokenHash), now, newAccountHours }),
        ]),
      )
      return keys.map((key) => found.get(key) ?? null)
    },
    { cache: false, maxBatchSize: 500 },
  )

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
    mint({ userAgent, ipAddress, device }) {
      const token = newSecret()
      const expires = new Date(clock.now() + LIFETIME)
      return {
        token,
        record: {
          id: uuidv7(),
          tokenHash: hashSecret(token),
          expires,
          userAgent,
          ipAddress,
          device: device ? entry.deviceHash(device) : null,
        },
      }
    },

    async memberOf(token) {
      const key = keyOf(hashSecret(token))
      const cached = known.get(key)
      if (cached) return cached
      const found = await lookUp.load(key)
      if (found) known.set(key, found)
      return found
    },

    standingOf: (sessionKey) => lookUpStanding.load(sessionKey),

    async revoke(sessionKey) {
      known.delete(sessionKey)
      const { count } = await prisma.session.updateMany({
        where: { tokenHash: new Uint8Array(Buffer.from(sessionKey, 'base64url')), revokedAt: null },
        data: { revokedAt: new Date(clock.now()) },
      })
      return count > 0
    },

    async revokeAll(userId, transaction) {
      const ended = await transaction.session.updateManyAndReturn({
        where: { userId, revokedAt: null },
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
  { sessionKey, now, newAccountHours }: { sessionKey: string; now: number; newAccountHours: number },
): Member {
  const premium = isPremium(row, now)
  return {
    id: row.id,
    sessionKey,
    displayName: row.displayName,
    emailVerified: row.emailVerified,
    role: row.role,
    premium,
    suspended: isSuspended(row, now),
    newcomer: now - row.created.getTime() < newAccountHours * 60 * 60_000,
    interests: row.interests,
    gender: row.gender,
    filterByGender: premium ? row.filterByGender : null,
    lookingFor: LOOKING_FOR.filter((choice) => row.lookingFor.includes(choice)),
    age: row.age,
  }
}
