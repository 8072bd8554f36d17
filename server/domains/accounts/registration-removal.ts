import type { VerificationResult } from '#schema/account.ts'
import { REMOVAL_TEXTS } from '#schema/verification.ts'
import { ERASED_DOMAIN } from '#server/platform/account-status.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import type { Tombstone } from '#server/platform/tombstones/index.ts'
import type { AccountContext } from './account-context.ts'
import { mintVerification } from './email-verification.ts'
import { networkField } from './network-field.ts'
import { hashSecret } from './secrets.ts'
import { withUser } from './with-user.ts'

/** Replaces the password hash of a removed registration that cannot be deleted. No password matches it. */
const NO_PASSWORD = 'removed'

const REFUSED = { success: false, message: REMOVAL_TEXTS.refused } as const

/** Returns whether the mailed code can still remove a registration. Changes nothing. @throws ApiError RATE_LIMITED */
export async function isRemovalPossible(
  context: Pick<AccountContext, 'database' | 'clock' | 'limits'>,
  code: string,
  email: string,
  address: string,
): Promise<boolean> {
  await context.limits.consume('verifyByAddress', address)
  return (await findRegistration(context, code, email)) !== null
}

/**
 * Removes a registration for the owner of its mailbox, with its sessions and streams, and frees the address. Never removes a
 * verified account. @throws ApiError RATE_LIMITED
 */
export async function removeRegistration(
  context: AccountContext,
  code: string,
  email: string,
  address: string,
): Promise<VerificationResult> {
  const { clock, events, limits, securityLog, sessions, tombstones } = context
  await limits.consume('verifyByAddress', address)
  const user = await findRegistration(context, code, email)
  const { id: userId } = user ?? { id: null }
  const sessionKeys =
    userId &&
    (await context.database.prisma.$transaction(async (transaction) => {
      if (!(await lockUnverified(transaction, userId, email))) return null
      const ended = await sessions.revokeAll(userId, transaction)
      const now = new Date(clock.now())
      const isKept = await mustBeKept(transaction, userId)
      if (isKept) await releaseAddress(transaction, userId, now)
      else await transaction.user.delete({ where: { id: userId } })
      await tombstones.record(removalEntry(userId, now.toISOString(), isKept))
      return ended
    }))
  if (!userId || !sessionKeys) return REFUSED
  await events.emit('userChanged', { userId })
  await events.emit('sessionsRevoked', { userId, sessionKeys })
  await events.emit('accountClosed', { userId })
  securityLog.record({ event: 'authn_registration_disowned', userId, ...networkField(address) })
  return { success: true, message: REMOVAL_TEXTS.removed }
}

/** Mails a link to start over, if the address has a registration that was never verified. */
export async function offerRemoval(
  context: Pick<AccountContext, 'database' | 'clock' | 'limits' | 'mails'>,
  email: string,
): Promise<void> {
  const { prisma } = context.database
  const row = await prisma.user.findUnique({ where: { userName: email } })
  if (!row || row.emailVerified) return
  if (!(await context.limits.tryConsume('startOverByAccount', email))) return
  const { code, record } = mintVerification(context, 'REMOVE')
  await prisma.emailVerification.create({ data: { ...record, userId: row.id } })
  context.mails.startOver({ email, code, language: row.language })
}

/** Returns the account of an unexpired code while its address is not verified. */
async function findRegistration(
  { database: { prisma }, clock }: Pick<AccountContext, 'database' | 'clock'>,
  code: string,
  email: string,
) {
  const found = withUser(
    await prisma.emailVerification.findUnique({
      where: { codeHash: hashSecret(code), expires: { gt: new Date(clock.now()) } },
      include: { user: true },
    }),
  )
  return found && found.user.userName === email && !found.user.emailVerified ? found.user : null
}

const removalEntry = (userId: string, at: string, isKept: boolean): Tombstone =>
  isKept ? { kind: 'closed', at, userId, closedAt: at, eraseAfter: at } : { kind: 'erased', at, userId }

/** Locks the registration. Returns false when a concurrent verification or removal came first. */
async function lockUnverified(transaction: Transaction, userId: string, email: string) {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT 1 FROM "user" WHERE id = ${userId}::uuid AND user_name = ${email} AND NOT email_verified
      AND erased_at IS NULL FOR UPDATE`
  return rows.length > 0
}

/** Returns whether the account has records that must outlive it, such as payments and moderation actions. */
async function mustBeKept(transaction: Transaction, userId: string): Promise<boolean> {
  const [found] = await transaction.$queryRaw<{ kept: boolean }[]>`
    SELECT banned_at IS NOT NULL OR suspended_until IS NOT NULL
      OR EXISTS (SELECT 1 FROM "order" WHERE user_id = person.id)
      OR EXISTS (SELECT 1 FROM conversation_member WHERE user_id = person.id)
      OR EXISTS (SELECT 1 FROM report WHERE person.id IN (reporter_id, reported_id))
      OR EXISTS (SELECT 1 FROM moderation_action WHERE subject_id = person.id)
      OR EXISTS (SELECT 1 FROM ban_signal WHERE user_id = person.id) AS kept
    FROM "user" person WHERE id = ${userId}::uuid`
  return found?.kept !== false
}

/** Frees the address at once and schedules the account for erasure. */
async function releaseAddress(transaction: Transaction, userId: string, now: Date) {
  await transaction.emailVerification.deleteMany({ where: { userId } })
  await transaction.passwordReset.deleteMany({ where: { userId } })
  await transaction.user.update({
    where: { id: userId },
    data: {
      userName: `removed-${userId}@${ERASED_DOMAIN}`,
      passwordHash: NO_PASSWORD,
      active: false,
      closedAt: now,
      eraseAfter: now,
    },
  })
}
