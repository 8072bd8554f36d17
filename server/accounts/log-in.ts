import type { AuthResponse } from '#schema/account.ts'
import type { Login } from '#schema/registration.ts'
import { ApiError } from '../errors.ts'
import { isSuspended } from '../standing.ts'
import type { AccountDeps } from './account-deps.ts'
import { openSession } from './open-session.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import type { SecondFactor } from './second-factor/index.ts'
import type { Caller, Sessions } from './sessions.ts'

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
  const opened = await openSession(deps, { row, code: input.code, origin, rehashed })
  if (!opened) throw wrong()
  const { token, user, reopened, kept } = opened
  if (kept) deps.mails.deletionCalledOff({ email: user.userName, displayName: user.displayName })
  if (suspended) {
    const until = row.bannedAt ? null : row.suspendedUntil?.toISOString().slice(0, 10)
    const message = until ? `This account is suspended until ${until}.` : 'This account is suspended.'
    throw new ApiError('SUSPENDED', message, { token })
  }
  return { token, user: presentUser(user, now), ...(reopened ? { reopened } : {}) }
}

const wrong = () => new ApiError('UNAUTHENTICATED', 'Email or password is not right.')
