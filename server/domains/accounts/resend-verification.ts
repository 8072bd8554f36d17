import type { VerificationResult } from '#schema/account.ts'
import { text } from '#schema/translatable.ts'
import { usesDesktopApp } from '#server/domains/mail/index.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'
import { mintVerification } from './email-verification.ts'
import { tryConsumeLinkMail } from './link-mail-limits.ts'
import { withMinimumResponseTime } from './minimum-response-time.ts'
import { recipientOf } from './recipient-of.ts'

/** Mails a new verification link to the account's address. */
export async function mailVerificationLink(
  context: Pick<AccountContext, 'database' | 'clock' | 'mails'>,
  row: UserModel,
): Promise<void> {
  const { database, mails } = context
  const { code, record } = mintVerification(context)
  await database.prisma.emailVerification.create({ data: { ...record, userId: row.id } })
  mails.verification({ ...recipientOf(row), code, desktop: await usesDesktopApp(database, row.id) })
}

/**
 * Mails a new verification link. Returns the same result, after the same time, whether or not the address has an account
 * that needs one. @throws ApiError RATE_LIMITED
 */
export async function resendVerification(
  context: Pick<AccountContext, 'database' | 'clock' | 'limits' | 'mails'>,
  email: string,
  address: string,
): Promise<VerificationResult> {
  const { limits } = context
  await limits.consume('resendByAddress', address)
  await withMinimumResponseTime(async () => {
    if (!(await tryConsumeLinkMail(limits, 'resend', email))) return
    const row = await context.database.prisma.user.findUnique({ where: { userName: email } })
    if (!row || row.emailVerified || row.erasedAt) return
    await mailVerificationLink(context, row)
  })
  return {
    success: true,
    message: text('If this address still needs verification, a new link is on its way.'),
  }
}
