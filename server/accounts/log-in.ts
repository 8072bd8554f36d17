import type { AuthResponse } from '#schema/account.ts'
import type { Login } from '#schema/registration.ts'
import { ApiError } from '../errors.ts'
import { isDemoAccount, isSuspended } from '../standing.ts'
import type { AccountDeps } from './account-deps.ts'
import { reopen } from './closing.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import type { Caller, Sessions } from './sessions.ts'
import { signInOf } from './sign-ins.ts'

export async function logIn(
  deps: Pick<AccountDeps, 'database' | 'clock' | 'limits' | 'botDefence' | 'demoAccounts' | 'mails'> & {
    passwords: Passwords
    sessions: Sessions
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
  if (!row || !matches || (isDemoAccount(row) && !deps.demoAccounts)) {
    await deps.botDefence.loginFailed(attempt)
    throw wrong()
  }
  const now = deps.clock.now()
  // Whoever closed their account themselves is welcome back.
  const suspended = isSuspended({ ...row, active: row.active || row.closedAt !== null }, now)
  const rehashed = deps.passwords.needsRehash(row.passwordHash)
    ? await deps.passwords.hash(input.password)
    : null
  const { token, record } = deps.sessions.mint(origin)
  const { user, reopened, kept } = await prisma.$transaction(async (transaction) => {
    const opening = await reopen(transaction, row)
    if (!opening) throw wrong()
    await transaction.session.create({ data: { ...record, userId: row.id } })
    await transaction.profileVisitor.create({
      data: { ...signInOf(record, 'login', now), visitorId: row.id, profileOwnerId: row.id },
    })
    const user = await transaction.user.update({
      where: { id: row.id },
      data: { lastSeen: new Date(now), ...(rehashed ? { passwordHash: rehashed } : {}) },
    })
    return { user, ...opening }
  })
  if (kept) deps.mails.deletionCalledOff({ email: user.userName, displayName: user.displayName })
  if (suspended) {
    const until = row.bannedAt ? null : row.suspendedUntil?.toISOString().slice(0, 10)
    const message = until ? `This account is suspended until ${until}.` : 'This account is suspended.'
    throw new ApiError('SUSPENDED', message, { token })
  }
  return { token, user: presentUser(user, now), ...(reopened ? { reopened } : {}) }
}

const wrong = () => new ApiError('UNAUTHENTICATED', 'Email or password is not right.')
