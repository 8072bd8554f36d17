import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { reopen } from './closing.ts'
import type { SecondFactor } from './second-factor/index.ts'
import { type Caller, hashOf, type Sessions } from './sessions.ts'
import { signInOf } from './sign-ins.ts'

interface Opening {
  row: UserModel
  /** Of the second factor, if the caller gave one. */
  code: string | undefined
  origin: Caller
  /** The password under newer settings of the hash, to be stored instead. */
  rehashed: string | null
}

interface Opened {
  token: string
  user: UserModel
  /** The account was closed, and is open again. */
  reopened: boolean
  /** Its erasure was called off. */
  kept: boolean
}

/**
 * Opens the session of a login whose password was right, and ends the session that the browser had before. Returns
 * null when the account was erased in between. @throws ApiError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID,
 * RATE_LIMITED
 */
export async function openSession(
  deps: Pick<AccountDeps, 'database' | 'clock' | 'events'> & {
    sessions: Sessions
    secondFactor: Pick<SecondFactor, 'login'>
  },
  { row, code, origin, rehashed }: Opening,
): Promise<Opened | null> {
  const now = new Date(deps.clock.now())
  const { login } = deps.secondFactor
  const { token, record } = deps.sessions.mint(origin, row.role)
  if (code) await login.countTry(row)
  const opened = await deps.database.prisma.$transaction(async (transaction) => {
    const opening = await reopen(transaction, row)
    if (!opening) return null
    // After the account's row is locked: a factor that is switched on now is seen here, or ends this session.
    const spent = await login.check(transaction, row, code, origin.ipAddress)
    await transaction.session.create({ data: { ...record, userId: row.id, factorAt: spent && now } })
    await transaction.profileVisitor.create({
      data: { ...signInOf(record, 'login', now.getTime()), visitorId: row.id, profileOwnerId: row.id },
    })
    await endReplaced(transaction, origin, now)
    const user = await transaction.user.update({
      where: { id: row.id },
      data: { lastSeen: now, ...(rehashed ? { passwordHash: rehashed } : {}) },
    })
    return { user, spent, ...opening }
  })
  if (!opened) return null
  const { spent, ...rest } = opened
  if (spent) await login.accepted(row, spent, origin.ipAddress)
  if (origin.replaces) {
    const { userId, sessionKey } = origin.replaces
    await deps.events.emit('userChanged', { userId })
    await deps.events.emit('sessionsRevoked', { userId, sessionKeys: [sessionKey] })
  }
  return { token, ...rest }
}

async function endReplaced(transaction: Transaction, { replaces }: Caller, now: Date) {
  if (!replaces) return
  await transaction.session.updateMany({
    where: { tokenHash: hashOf(replaces.sessionKey), revokedAt: null },
    data: { revokedAt: now },
  })
}
