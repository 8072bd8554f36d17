import { v7 as uuidv7 } from 'uuid'
import type { VerificationResult } from '#schema/account.ts'
import { VERIFICATION_TEXTS } from '#schema/verification.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, UserModel } from '#server/platform/postgres/index.ts'
import { removeUnverifiedFactor } from './second-factor/second-factor.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { withUser } from './with-user.ts'

/** How long a code is valid, in milliseconds. */
const LIFETIME = 24 * 60 * 60_000

/** `VERIFY` also removes a registration that is not verified; `REMOVE` does nothing else. */
type Purpose = 'VERIFY' | 'REMOVE'

interface CodeRecord {
  id: string
  codeHash: Uint8Array<ArrayBuffer>
  purpose: Purpose
  expires: Date
}

interface Verified {
  user: UserModel
  factorRemoved: boolean
}

export interface EmailVerification {
  mint(purpose?: Purpose): { code: string; record: CodeRecord }
  /**
   * A code works once, within 24 hours. Repeating a used code changes nothing and succeeds. Removes a second factor that
   * was switched on before.
   */
  verify(code: string, email: string): Promise<VerificationResult & { verified?: Verified }>
}

const REFUSED = { success: false, message: VERIFICATION_TEXTS.refused } as const

export function createEmailVerification(deps: { database: Database; clock: Clock }): EmailVerification {
  const { prisma } = deps.database
  return {
    mint(purpose = 'VERIFY') {
      const code = newSecret()
      const expires = new Date(deps.clock.now() + LIFETIME)
      return { code, record: { id: uuidv7(), codeHash: hashSecret(code), purpose, expires } }
    },

    async verify(code, email) {
      const now = new Date(deps.clock.now())
      const found = withUser(
        await prisma.emailVerification.findUnique({
          where: { codeHash: hashSecret(code), purpose: 'VERIFY' },
          include: { user: true },
        }),
      )
      if (!found || found.user.userName !== email) return REFUSED
      const already = { success: true, message: VERIFICATION_TEXTS.already }
      if (found.usedAt) return found.user.emailVerified ? already : REFUSED
      if (found.expires <= now) return REFUSED
      return prisma.$transaction(async (transaction) => {
        // The account's row is the lock: a concurrent removal of the registration comes first, or finds it verified.
        const { count } = await transaction.user.updateMany({
          where: { id: found.userId, userName: email },
          data: { emailVerified: true },
        })
        if (count === 0) return REFUSED
        const used = await transaction.emailVerification.updateMany({
          where: { id: found.id, usedAt: null },
          data: { usedAt: now },
        })
        if (used.count === 0) return already
        const factorRemoved = await removeUnverifiedFactor(transaction, found.userId)
        const verified = { user: found.user, factorRemoved }
        return { success: true, message: VERIFICATION_TEXTS.verified, verified }
      })
    },
  }
}
