import type { AuthResponse } from '#schema/account.ts'
import type { Login } from '#schema/registration.ts'
import { ApiError } from '../errors.ts'
import { isSuspended } from '../standing.ts'
import type { AccountDeps } from './account-deps.ts'
import { reopen } from './closing.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import type { SessionOrigin, Sessions } from './sessions.ts'

export async function logIn(
  deps: Pick<AccountDeps, 'database' | 'clock' | 'limits' | 'mails'> & {
    passwords: Passwords
    sessions: Sessions
  },
  input: Login,
  origin: SessionOrigin,
): Promise<AuthResponse> {
  const { prisma } = deps.database
  await deps.limits.consume('loginByAddress', origin.ipAddress ?? 'unknown')
  await deps.limits.consume('loginByAccount', input.userName)
  const row = await prisma.user.findUnique({ where: { userName: input.userName } })
  const matches = await deps.passwords.verify(row?.passwordHash ?? null, input.password)
  if (!row || !matches) throw wrong()
  const now = deps.clock.now()
  // Whoever closed their account themselves is welcome back.
  const suspended = isSuspended({ ...row, active: row.active || row.closedAt !== null }, now)
  const rehashed = deps.passwords.needsRehash(row.passwordHash)
    ? await deps.passwords.hash(input.password)
    : null
  const { token, record } = deps.sessions.mint(origin)
  const { user, reopened, kept } = await prisma.$transaction(async (transaction) => {
    const opening = suspended ? NOT_OPENED : await reopen(transaction, row)
    if (!opening) throw wrong()
    await transaction.session.create({ data: { ...record, userId: row.id } })
    const user = await transaction.user.update({
      where: { id: row.id },
      data: { lastSeen: new Date(now), ...(rehashed ? { passwordHash: rehashed } : {}) },
    })
    return { user, ...opening }
  })
  if (suspended) {
    const until = row.bannedAt ? null : row.suspendedUntil?.toISOString().slice(0, 10)
    const message = until ? `This account is suspended until ${until}.` : 'This account is suspended.'
    throw new ApiError('SUSPENDED', message, { token })
  }
  if (kept) deps.mails.deletionCalledOff({ email: user.userName, displayName: user.displayName })
  return { token, user: presentUser(user, now), ...(reopened ? { reopened } : {}) }
}

const NOT_OPENED = { reopened: false, kept: false }

const wrong = () => new ApiError('UNAUTHENTICATED', 'Email or password is not right.')
