import type { AuthResponse } from '#schema/account.ts'
import type { Login } from '#schema/registration.ts'
import { ApiError } from '../errors.ts'
import { isSuspended } from '../standing.ts'
import type { AccountDeps } from './account-deps.ts'
import { reopen } from './closing.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import type { SecondFactor } from './second-factor/index.ts'
import { type Caller, hashOf, type Sessions } from './sessions.ts'

export async function logIn(
  deps: Pick<AccountDeps, 'database' | 'clock' | 'facts' | 'limits' | 'botDefence' | 'mails'> & {
    passwords: Passwords
    sessions: Sessions
    secondFactor: Pick<SecondFactor, 'login'>
  },
  input: Login,
  origin: Caller,
): Promise<AuthResponse> {
  const { prisma } = deps.database
  const address = origin.ipAddress ?? 'unknown'
  const attempt = { address, email: input.userName }
  await deps.limits.consume('loginByAddress', address)
  await deps.limits.consume('loginByAccount', input.userName)
  await deps.botDefence.beforeLogin(attempt, origin.proven ?? false)
  const row = await prisma.user.findUnique({ where: { userName: input.userName } })
  const matches = await deps.passwords.verify(row?.passwordHash ?? null, input.password)
  if (!row || !matches) {
    await deps.botDefence.loginFailed(attempt)
    throw wrong()
  }
  const now = deps.clock.now()
  // Whoever closed their account themselves is welcome back.
  const suspended = isSuspended({ ...row, active: row.active || row.closedAt !== null }, now)
  const rehashed = deps.passwords.needsRehash(row.passwordHash)
    ? await deps.passwords.hash(input.password)
    : null
  const { token, record } = deps.sessions.mint(origin, row.role)
  const { secondFactor, facts } = deps
  if (input.code) await secondFactor.login.countTry(row)
  const { user, reopened, kept, spent } = await prisma.$transaction(async (transaction) => {
    const opening = await reopen(transaction, row)
    if (!opening) throw wrong()
    // After the account's row is locked: a factor that is switched on now is seen here, or ends this session.
    const spent = await secondFactor.login.check(transaction, row, input.code)
    const factorAt = spent ? new Date(now) : null
    await transaction.session.create({ data: { ...record, userId: row.id, factorAt } })
    if (origin.replaces) {
      await transaction.session.updateMany({
        where: { tokenHash: hashOf(origin.replaces.sessionKey), revokedAt: null },
        data: { revokedAt: new Date(now) },
      })
    }
    const user = await transaction.user.update({
      where: { id: row.id },
      data: { lastSeen: new Date(now), ...(rehashed ? { passwordHash: rehashed } : {}) },
    })
    return { user, spent, ...opening }
  })
  if (spent) await secondFactor.login.accepted(row, spent)
  if (origin.replaces) {
    const { userId, sessionKey } = origin.replaces
    await facts.announce('userChanged', { userId })
    await facts.announce('sessionsRevoked', { userId, sessionKeys: [sessionKey] })
  }
  if (kept) deps.mails.deletionCalledOff({ email: user.userName, displayName: user.displayName })
  if (suspended) {
    const until = row.bannedAt ? null : row.suspendedUntil?.toISOString().slice(0, 10)
    const message = until ? `This account is suspended until ${until}.` : 'This account is suspended.'
    throw new ApiError('SUSPENDED', message, { token })
  }
  return { token, user: presentUser(user, now), ...(reopened ? { reopened } : {}) }
}

const wrong = () => new ApiError('UNAUTHENTICATED', 'Email or password is not right.')
