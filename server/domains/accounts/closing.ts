import { RETENTION } from '#schema/privacy.ts'
import { text } from '#schema/translatable.ts'
import { erasableFrom } from '#server/platform/account-status.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Member } from './member.ts'
import { networkField } from './network-field.ts'
import type { Passwords } from './passwords.ts'
import { recipientOf } from './recipient-of.ts'
import type { Sessions } from './sessions.ts'

const DAY = 24 * 60 * 60_000

export interface Closing {
  /** Hides the member at once. A login within twelve months reopens the account. @throws ApiError INVALID */
  close(member: Member, password: string, address: string): Promise<void>
  /**
   * Closes the account and schedules its erasure, which a login cancels for 29 days. The erasure is later
   * while a suspension would outlast the signals that are kept of the account. @throws ApiError INVALID
   */
  delete(member: Member, password: string, address: string): Promise<{ eraseAfter: Date }>
}

export type ClosingDeps = Pick<
  AccountDeps,
  'database' | 'clock' | 'events' | 'limits' | 'mails' | 'signupScreening' | 'securityLog' | 'tombstones'
> & {
  passwords: Passwords
  sessions: Sessions
}

/** Returns when an account that is deleted now is closed and erased. */
export function deletionDate({ clock, signupScreening }: ClosingDeps, row: UserModel) {
  const closedAt = new Date(clock.now())
  const usualDate = closedAt.getTime() + RETENTION.erasureDays * DAY
  return {
    closedAt,
    eraseAfter: new Date(Math.max(usualDate, erasableFrom(row, signupScreening.signalDays))),
  }
}

export function createClosing(deps: ClosingDeps): Closing {
  return {
    async close(member, password, address) {
      await confirmPassword(deps, member.id, password, address)
      await closeAccount(deps, member.id, { closedAt: new Date(deps.clock.now()) })
    },

    async delete(member, password, address) {
      const row = await confirmPassword(deps, member.id, password, address)
      const dates = deletionDate(deps, row)
      await closeAccount(deps, member.id, dates)
      deps.mails.deletionRequested({ ...recipientOf(row), eraseAfter: dates.eraseAfter })
      return { eraseAfter: dates.eraseAfter }
    },
  }
}

async function confirmPassword(
  { database: { prisma }, limits, passwords, securityLog }: ClosingDeps,
  userId: string,
  password: string,
  address: string,
): Promise<UserModel> {
  await limits.consume('passwordCheckByAccount', userId)
  const row = await prisma.user.findUnique({ where: { id: userId } })
  const matches = await passwords.verify(row?.passwordHash ?? null, password)
  if (row && matches) return row
  const event = 'authn_password_check_fail'
  securityLog.record({ event, userId, ...networkField(address), reason: 'closing' })
  const message = text('This password is not right. Please try again.')
  throw new ApiError('INVALID', message, { fields: { password: message } })
}

/** Closes the account, ends its sessions and emits the events. */
export async function closeAccount(
  { database: { prisma }, events, sessions, tombstones }: ClosingDeps,
  userId: string,
  dates: { closedAt: Date; eraseAfter?: Date },
) {
  const closedAt = dates.closedAt.toISOString()
  const eraseAfter = dates.eraseAfter?.toISOString() ?? null
  const sessionKeys = await prisma.$transaction(async (transaction) => {
    await transaction.user.updateMany({
      where: { id: userId, erasedAt: null },
      data: { active: false, ...dates },
    })
    const revoked = await sessions.revokeAll(userId, transaction)
    await tombstones.record({ kind: 'closed', at: closedAt, userId, closedAt, eraseAfter })
    return revoked
  })
  await events.emit('userChanged', { userId })
  await events.emit('sessionsRevoked', { userId, sessionKeys })
  await events.emit('accountClosed', { userId })
}

export interface Reopening {
  /** The account was closed. */
  reopened: boolean
  /** Its erasure was scheduled, and is cancelled. */
  erasureCancelled: boolean
}

/**
 * Reopens a closed account and cancels its erasure, within the transaction of a login. Returns null when the erasure,
 * which locks the same row, came first.
 */
export async function reopen(
  transaction: Transaction,
  { id, userName }: { id: string; userName: string },
): Promise<Reopening | null> {
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
  return { reopened: found.closed, erasureCancelled: found.deleting }
}
