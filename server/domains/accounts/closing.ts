import { RETENTION } from '#schema/privacy.ts'
import { erasableFrom } from '#server/platform/account-status.ts'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'
import { confirmOwner } from './confirm-owner.ts'
import type { Member } from './member.ts'
import { recipientOf } from './recipient-of.ts'

const DAY = 24 * 60 * 60_000

type Context = Pick<
  AccountContext,
  'database' | 'clock' | 'events' | 'signupScreening' | 'sessions' | 'tombstones'
>

/** Returns when an account that is deleted now is closed and erased. */
function deletionDate({ clock, signupScreening }: Context, row: UserModel) {
  const closedAt = new Date(clock.now())
  const usualDate = closedAt.getTime() + RETENTION.erasureDays * DAY
  return {
    closedAt,
    eraseAfter: new Date(Math.max(usualDate, erasableFrom(row, signupScreening.signalDays))),
  }
}

/**
 * Hides the member at once. A login within twelve months reopens the account.
 * @throws ApiError INVALID, FRESH_FACTOR_REQUIRED, RATE_LIMITED
 */
export async function closeByOwner(
  context: AccountContext,
  member: Member,
  password: string,
  address: string,
): Promise<void> {
  await confirmOwner(context, member, { password, address, reason: 'closing' })
  await closeAccount(context, member.id, { closedAt: new Date(context.clock.now()) })
}

/**
 * Closes the account and schedules its erasure, which a login cancels for 29 days. The erasure is later while a suspension
 * would outlast the signals that are kept of the account. @throws ApiError INVALID, FRESH_FACTOR_REQUIRED, RATE_LIMITED
 */
export async function deleteByOwner(
  context: AccountContext,
  member: Member,
  password: string,
  address: string,
): Promise<{ eraseAfter: Date }> {
  const row = await confirmOwner(context, member, { password, address, reason: 'closing' })
  return scheduleErasure(context, row)
}

/** Closes the account, schedules its erasure and mails its owner. Returns the date of the erasure. */
export async function scheduleErasure(
  context: AccountContext,
  row: UserModel,
): Promise<{ eraseAfter: Date }> {
  const dates = deletionDate(context, row)
  await closeAccount(context, row.id, dates)
  context.mails.deletionRequested({ ...recipientOf(row), eraseAfter: dates.eraseAfter })
  return { eraseAfter: dates.eraseAfter }
}

/** Closes the account, ends its sessions and emits the events. */
async function closeAccount(
  { database: { prisma }, events, sessions, tombstones }: Context,
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
