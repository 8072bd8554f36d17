import type { AuthResponse } from '#schema/account.ts'
import type { Login } from '#schema/registration.ts'
import { ApiError } from '../errors.ts'
import { isSuspended } from '../standing.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import type { Caller, Sessions } from './sessions.ts'

export async function logIn(
  deps: Pick<AccountDeps, 'database' | 'clock' | 'limits' | 'botDefence'> & {
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
  if (!row || !matches) {
    await deps.botDefence.loginFailed(attempt)
    throw new ApiError('UNAUTHENTICATED', 'Email or password is not right.')
  }
  const now = deps.clock.now()
  if (isSuspended(row, now)) {
    const until = row.suspendedUntil ? ` until ${row.suspendedUntil.toISOString().slice(0, 10)}` : ''
    throw new ApiError('SUSPENDED', `This account is suspended${until}.`)
  }
  const rehashed = deps.passwords.needsRehash(row.passwordHash)
    ? await deps.passwords.hash(input.password)
    : null
  const { token, record } = deps.sessions.mint(origin)
  const [user] = await prisma.$transaction([
    prisma.user.update({
      where: { id: row.id },
      data: { lastSeen: new Date(now), ...(rehashed ? { passwordHash: rehashed } : {}) },
    }),
    prisma.session.create({ data: { ...record, userId: row.id } }),
  ])
  return { token, user: presentUser(user, now) }
}
