import { RETENTION } from '#schema/privacy.ts'
import { erasableFrom } from '#server/platform/account-status.ts'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import type { AccountDeps } from './account-context.ts'
import type { ConfirmOwner } from './confirm-owner.ts'
import type { Member } from './member.ts'
import { recipientOf } from './recipient-of.ts'
import type { Sessions } from './sessions/sessions.ts'

const DAY = 24 * 60 * 60_000

export interface Closing {
  /** Hides the member at once. A login within twelve months reopens the account. @throws ApiError as ConfirmOwner */
  close(member: Member, password: string, address: string): Promise<void>
  /**
   * Closes the account and schedules its erasure, which a login cancels for 29 days. The erasure is later
   * while a suspension would outlast the signals that are kept of the account. @throws ApiError as ConfirmOwner
   */
  delete(member: Member, password: string, address: string): Promise<{ eraseAfter: Date }>
}

export type ClosingDeps = Pick<
  AccountDeps,
  'database' | 'clock' | 'events' | 'mails' | 'signupScreening' | 'tombstones'
> & { sessions: Sessions }

/** Returns when an account that is deleted now is closed and erased. */
export function deletionDate({ clock, signupScreening }: ClosingDeps, row: UserModel) {
  const closedAt = new Date(clock.now())
  const usualDate = closedAt.getTime() + RETENTION.erasureDays * DAY
  return {
    closedAt,
    eraseAfter: new Date(Math.max(usualDate, erasableFrom(row, signupScreening.signalDays))),
  }
}

export function createClosing(deps: ClosingDeps & { confirmOwner: ConfirmOwner }): Closing {
  return {
    async close(member, password, address) {
      await deps.confirmOwner(member, { password, address, reason: 'closing' })
      await closeAccount(deps, member.id, { closedAt: new Date(deps.clock.now()) })
    },

    async delete(member, password, address) {
      const row = await deps.confirmOwner(member, { password, address, reason: 'closing' })
      const dates = deletionDate(deps, row)
      await closeAccount(deps, member.id, dates)
      deps.mails.deletionRequested({ ...recipientOf(row), eraseAfter: dates.eraseAfter })
      return { eraseAfter: dates.eraseAfter }
    },
  }
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
