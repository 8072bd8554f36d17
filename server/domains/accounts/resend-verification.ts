import type { VerificationResult } from '#schema/account.ts'
import { text } from '#schema/translatable.ts'
import { usesDesktopApp } from '#server/domains/mail/index.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountDeps } from './account-context.ts'
import type { EmailVerification } from './email-verification.ts'
import { tryConsumeLinkMail } from './link-mail-limits.ts'
import { withMinimumResponseTime } from './minimum-response-time.ts'
import { recipientOf } from './recipient-of.ts'

/** Mails a new verification link to the account's address. */
export async function mailVerificationLink(
  {
    database,
    mails,
    verification,
  }: Pick<AccountDeps, 'database' | 'mails'> & { verification: EmailVerification },
  row: UserModel,
): Promise<void> {
  const { code, record } = verification.mint()
  await database.prisma.emailVerification.create({ data: { ...record, userId: row.id } })
  mails.verification({ ...recipientOf(row), code, desktop: await usesDesktopApp(database, row.id) })
}

/** Mails a new verification link. The result and the response time do not reveal whether the address needs one. */
export async function resendVerification(
  {
    database,
    limits,
    mails,
    verification,
  }: Pick<AccountDeps, 'database' | 'limits' | 'mails'> & { verification: EmailVerification },
  email: string,
  address: string,
): Promise<VerificationResult> {
  const { prisma } = database
  await limits.consume('resendByAddress', address)
  await withMinimumResponseTime(async () => {
    if (!(await tryConsumeLinkMail(limits, 'resend', email))) return
    const row = await prisma.user.findUnique({ where: { userName: email } })
    if (!row || row.emailVerified || row.erasedAt) return
    await mailVerificationLink({ database, mails, verification }, row)
  })
  return {
    success: true,
    message: text('If this address still needs verification, a new link is on its way.'),
  }
}
