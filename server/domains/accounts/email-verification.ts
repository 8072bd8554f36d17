import { v7 as uuidv7 } from 'uuid'
import type { VerificationResult } from '#schema/account.ts'
import { VERIFICATION_TEXTS } from '#schema/verification.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'
import { networkField } from './network-field.ts'
import { reportRemovedFactor } from './report-removed-factor.ts'
import { removeUnverifiedFactor } from './second-factor/remove-unverified-factor.ts'
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

const REFUSED = { success: false, message: VERIFICATION_TEXTS.refused } as const

/** Returns a new code for the mail, and the record to store. The code itself is never stored. */
export function mintVerification(
  { clock }: Pick<AccountContext, 'clock'>,
  purpose: Purpose = 'VERIFY',
): { code: string; record: CodeRecord } {
  const code = newSecret()
  const expires = new Date(clock.now() + LIFETIME)
  return { code, record: { id: uuidv7(), codeHash: hashSecret(code), purpose, expires } }
}

/**
 * Verifies an address. A code works once, within 24 hours. Repeating a used code changes nothing and succeeds. Removes a
 * second factor that was switched on before. @throws ApiError RATE_LIMITED
 */
export async function verifyEmail(
  context: Pick<AccountContext, 'database' | 'clock' | 'events' | 'limits' | 'mails' | 'securityLog'>,
  code: string,
  email: string,
  address: string,
): Promise<VerificationResult> {
  await context.limits.consume('verifyByAddress', address)
  const { verified, ...result } = await redeemCode(context, code, email)
  if (verified) {
    const { user, factorRemoved } = verified
    await context.events.emit('userChanged', { userId: user.id })
    context.securityLog.record({ event: 'authn_email_verified', userId: user.id, ...networkField(address) })
    if (factorRemoved) reportRemovedFactor(context, user, address)
  }
  return result
}

async function redeemCode(
  { database: { prisma }, clock }: Pick<AccountContext, 'database' | 'clock'>,
  code: string,
  email: string,
): Promise<VerificationResult & { verified?: Verified }> {
  const now = new Date(clock.now())
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
}
