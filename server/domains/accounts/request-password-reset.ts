import { v7 as uuidv7 } from 'uuid'
import type { ResetRequest } from '#schema/password.ts'
import { POLICY } from '#schema/policy.ts'
import { text } from '#schema/translatable.ts'
import { usesDesktopApp } from '#server/domains/mail/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'
import { forgetCodeAttempts } from './exchange-reset-code.ts'
import { tryConsumeLinkMail } from './link-mail-limits.ts'
import { withMinimumResponseTime } from './minimum-response-time.ts'
import { networkField } from './network-field.ts'
import { recipientOf } from './recipient-of.ts'
import { hashSecret, newCode, newSecret, normalizeCode } from './secrets.ts'

/** How long a link and its code are valid, in milliseconds. */
const LIFETIME = POLICY.resetMailMinutes * 60_000

/**
 * Mails a reset link and code if the address has an account. Each opens the same reset. The link leads to PUBLIC_URL. `host`
 * is the Host header. Returns after the same time whether or not the address has an account.
 * @throws ApiError INVALID for a foreign origin; RATE_LIMITED
 */
export async function requestPasswordReset(
  context: AccountContext,
  { user: email, origin }: ResetRequest,
  address: string,
  host?: string,
): Promise<void> {
  if (!context.origins.isKnown(origin, host)) {
    context.securityLog.record({
      event: 'authz_fail',
      ...networkField(address),
      reason: 'reset_from_foreign_origin',
    })
    const message = text('You cannot ask for a reset from this page.')
    throw new ApiError('INVALID', message, { fields: { origin: message } })
  }
  await context.limits.consume('resetByAddress', address)
  await withMinimumResponseTime(() => mailReset(context, email, address))
}

async function mailReset(context: AccountContext, email: string, address: string) {
  const { database, limits, securityLog } = context
  if (!(await tryConsumeLinkMail(limits, 'reset', email))) return
  await forgetCodeAttempts(limits, email, address)
  const row = await database.prisma.user.findUnique({ where: { userName: email } })
  if (!row || row.erasedAt) return
  await mailResetLink(context, row)
  securityLog.record({ event: 'authn_password_reset_requested', userId: row.id, ...networkField(address) })
}

/** Mails a reset link and code to the account's address. */
export async function mailResetLink(
  { database, clock, mails }: Pick<AccountContext, 'database' | 'clock' | 'mails'>,
  row: UserModel,
): Promise<void> {
  const { prisma } = database
  const [token, code] = [newSecret(), newCode()]
  const reset = {
    id: uuidv7(),
    userId: row.id,
    tokenHash: hashSecret(token),
    codeHash: hashSecret(normalizeCode(code)),
    expires: new Date(clock.now() + LIFETIME),
  }
  await prisma.$transaction([
    // Only the newest code is accepted. The links of earlier mails stay valid.
    prisma.passwordReset.updateMany({ where: { userId: row.id }, data: { codeHash: null } }),
    prisma.passwordReset.create({ data: reset }),
  ])
  const desktop = await usesDesktopApp(database, row.id)
  mails.passwordReset({ ...recipientOf(row), token, code, desktop })
}
