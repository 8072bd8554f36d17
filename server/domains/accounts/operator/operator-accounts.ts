import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import { type ClosingDeps, closeAccount, deletionDate, reopen } from '../closing.ts'
import type { EmailVerification } from '../email-verification.ts'
import { recipientOf } from '../recipient-of.ts'
import { mailResetLink } from '../request-password-reset.ts'
import { mailVerificationLink } from '../resend-verification.ts'
import type { ResetDeps } from '../reset-deps.ts'

/** What the operator does for an account, without its password and without the limits of callers from outside. */
export interface OperatorAccounts {
  /** As a request of the owner. Mails the owner. @throws ApiError NOT_FOUND, CONFLICT when it is requested already */
  requestErasure(userId: string): Promise<{ eraseAfter: Date }>
  /** Opens the account again. Mails the owner. @throws ApiError NOT_FOUND, CONFLICT without a request */
  cancelErasure(userId: string): Promise<void>
  /** @throws ApiError NOT_FOUND, CONFLICT when the address is verified */
  mailVerification(userId: string): Promise<void>
  /** @throws ApiError NOT_FOUND */
  mailPasswordReset(userId: string): Promise<void>
}

type Deps = ClosingDeps & ResetDeps & { verification: EmailVerification }

export function createOperatorAccounts(deps: Deps): OperatorAccounts {
  const { prisma } = deps.database
  async function read(userId: string): Promise<UserModel> {
    const row = await prisma.user.findFirst({ where: { id: userId, erasedAt: null } })
    if (!row) throw new ApiError('NOT_FOUND', text('There is no such account.'))
    return row
  }

  return {
    async requestErasure(userId) {
      const row = await read(userId)
      if (row.eraseAfter)
        throw new ApiError('CONFLICT', text('The erasure of this account is requested already.'))
      const dates = deletionDate(deps, row)
      await closeAccount(deps, userId, dates)
      deps.mails.deletionRequested({ ...recipientOf(row), eraseAfter: dates.eraseAfter })
      return { eraseAfter: dates.eraseAfter }
    },

    async cancelErasure(userId) {
      const row = await read(userId)
      if (!row.eraseAfter)
        throw new ApiError('CONFLICT', text('The erasure of this account is not requested.'))
      const opening = await prisma.$transaction(async (transaction) => {
        const done = await reopen(transaction, row)
        // Without this entry, a restore would close the account again.
        const at = new Date(deps.clock.now()).toISOString()
        if (done?.reopened) await deps.tombstones.record({ kind: 'reopened', at, userId })
        return done
      })
      if (!opening) throw new ApiError('NOT_FOUND', text('This account was erased.'))
      await deps.events.emit('userChanged', { userId })
      deps.mails.deletionCancelled(recipientOf(row))
    },

    async mailVerification(userId) {
      const row = await read(userId)
      if (row.emailVerified)
        throw new ApiError('CONFLICT', text('The address of this account is verified already.'))
      await mailVerificationLink(deps, row)
    },

    async mailPasswordReset(userId) {
      await mailResetLink(deps, await read(userId))
    },
  }
}
