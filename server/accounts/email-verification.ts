import { v7 as uuidv7 } from 'uuid'
import type { VerificationResult } from '#schema/account.ts'
import type { Clock } from '../clock.ts'
import { recordAction } from '../safety/index.ts'
import type { Database, Transaction } from '../store/index.ts'
import { hashSecret, newSecret } from './secrets.ts'

const LIFETIME = 24 * 60 * 60_000

export interface EmailVerification {
  mint(): { code: string; record: { id: string; codeHash: Uint8Array<ArrayBuffer>; expires: Date } }
  /** A code works once and for 24 hours; asking again with a used one changes nothing and is no failure. */
  verify(code: string, email: string): Promise<VerificationResult & { userId?: string }>
}

const REFUSED = {
  success: false,
  message: 'This verification link is invalid or has expired. Please request a new one.',
} as const

export function createEmailVerification(deps: {
  database: Database
  clock: Clock
  adminEmails: readonly string[]
}): EmailVerification {
  const { prisma } = deps.database
  return {
    mint() {
      const code = newSecret()
      const expires = new Date(deps.clock.now() + LIFETIME)
      return { code, record: { id: uuidv7(), codeHash: hashSecret(code), expires } }
    },

    async verify(code, email) {
      const now = new Date(deps.clock.now())
      const found = await prisma.emailVerification.findUnique({
        where: { codeHash: hashSecret(code) },
        include: { user: true },
      })
      if (!found || found.user.userName !== email) return REFUSED
      if (found.usedAt) {
        return found.user.emailVerified
          ? { success: true, message: 'Your email is already verified.' }
          : REFUSED
      }
      if (found.expires <= now) return REFUSED
      await prisma.$transaction(async (transaction) => {
        await transaction.emailVerification.update({ where: { id: found.id }, data: { usedAt: now } })
        await transaction.user.update({ where: { id: found.userId }, data: { emailVerified: true } })
        if (deps.adminEmails.includes(email)) await makeAdministrator(transaction, found.userId, now)
      })
      return { success: true, message: 'Email verification successful!', userId: found.userId }
    },
  }
}

/** Written down where it changes something: a second code of the same account does not. */
async function makeAdministrator(transaction: Transaction, userId: string, now: Date) {
  const { count } = await transaction.user.updateMany({
    where: { id: userId, role: { not: 'ADMIN' } },
    data: { role: 'ADMIN' },
  })
  if (count === 0) return
  await recordAction(transaction, {
    kind: 'ROLE',
    actorId: null,
    subjectId: userId,
    reason: 'Made an administrator by ADMIN_EMAILS when the address was verified.',
    at: now,
  })
}
