import { RETENTION } from '#schema/privacy.ts'
import { erasableFrom } from '#server/platform/account-status.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { networkIn } from './network-field.ts'
import type { Passwords } from './passwords.ts'
import type { Member, Sessions } from './sessions.ts'

const DAY = 24 * 60 * 60_000

export interface Closing {
  /** Nobody sees the person any longer; logging in within twelve months opens the account again. @throws ApiError INVALID */
  close(member: Member, password: string, address: string): Promise<void>
  /**
   * As closing, and the data are erased after thirty days unless somebody logs in before; later, where a long suspension
   * would be shed by it. @throws ApiError INVALID
   */
  delete(member: Member, password: string, address: string): Promise<{ eraseAfter: Date }>
}

export function createClosing(
  deps: Pick<
    AccountDeps,
    'database' | 'clock' | 'events' | 'limits' | 'mails' | 'signupScreening' | 'securityLog'
  > & {
    passwords: Passwords
    sessions: Sessions
  },
): Closing {
  const { clock, events, limits, mails, signupScreening, passwords, sessions, securityLog } = deps
  const { prisma } = deps.database

  async function confirmed(userId: string, password: string, address: string): Promise<UserModel> {
    await limits.consume('passwordCheckByAccount', userId)
    const row = await prisma.user.findUnique({ where: { id: userId } })
    const matches = await passwords.verify(row?.passwordHash ?? null, password)
    if (row && matches) return row
    const event = 'authn_password_check_fail'
    securityLog.record({ event, userId, ...networkIn(address), reason: 'closing' })
    const message = 'This is not your password.'
    throw new ApiError('INVALID', message, { fields: { password: message } })
  }

  async function shut(userId: string, dates: { closedAt: Date; eraseAfter?: Date }) {
    const sessionKeys = await prisma.$transaction(async (transaction) => {
      await transaction.user.updateMany({
        where: { id: userId, erasedAt: null },
        data: { active: false, ...dates },
      })
      return sessions.revokeAll(userId, transaction)
    })
    await events.emit('userChanged', { userId })
    await events.emit('sessionsRevoked', { userId, sessionKeys })
    await events.emit('accountClosed', { userId })
  }

  return {
    async close(member, password, address) {
      await confirmed(member.id, password, address)
      await shut(member.id, { closedAt: new Date(clock.now()) })
    },

    async delete(member, password, address) {
      const row = await confirmed(member.id, password, address)
      const { userName: email, displayName } = row
      const closedAt = new Date(clock.now())
      const asUsual = closedAt.getTime() + RETENTION.erasureDays * DAY
      const eraseAfter = new Date(Math.max(asUsual, erasableFrom(row, signupScreening.signalDays)))
      await shut(member.id, { closedAt, eraseAfter })
      mails.deletionRequested({ email, displayName, eraseAfter })
      return { eraseAfter }
    },
  }
}

/**
 * Within the transaction of a login: opens a closed account again and calls off its erasure. Null when there is nobody
 * any more: the erasure, which locks the same row, came first.
 */
export async function reopen(
  transaction: Transaction,
  { id, userName }: { id: string; userName: string },
): Promise<{ reopened: boolean; kept: boolean } | null> {
  const [found] = await transaction.$queryRaw<{ closed: boolean; deleting: boolean }[]>`
    SELECT closed_at IS NOT NULL AS closed, erase_after IS NOT NULL AS deleting FROM "user"
    WHERE id = ${id}::uuid AND user_name = ${userName} AND erased_at IS NULL FOR UPDATE`
  if (!found) return null
  if (found.closed) {
    await transaction.user.update({
      where: { id },
      data: { active: true, closedAt: null, eraseAfter: null },
    })
  }
  return { reopened: found.closed, kept: found.deleting }
}
