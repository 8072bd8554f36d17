import { recordAction } from '#server/domains/moderation/index.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { deleteFactor } from './change-factor.ts'

export interface FactorReset {
  userId: string
  displayName: string
  language: string
  /** Two-step login was on. */
  wasOn: boolean
}

/**
 * Removes the second factor and the passkeys of an account whose owner lost them, revokes its sessions and records it in the audit log.
 * Returns null without such an account. `email` is in lower case.
 */
export const resetFactor = (
  { prisma }: Database,
  { email, reason }: { email: string; reason: string },
): Promise<FactorReset | null> =>
  prisma.$transaction(async (transaction) => {
    const user = await transaction.user.findUnique({ where: { userName: email } })
    if (!user) return null
    const at = new Date()
    const wasOn = await deleteFactor(transaction, user.id)
    // A lost device must not open the account.
    await transaction.passkey.deleteMany({ where: { userId: user.id } })
    await transaction.session.updateMany({
      where: { userId: user.id, revokedAt: null },
      data: { revokedAt: at },
    })
    await recordAction(transaction, {
      kind: 'RESET_FACTOR',
      actorId: null,
      subjectId: user.id,
      reason,
      at,
    })
    return { userId: user.id, displayName: user.displayName, language: user.language, wasOn }
  })
