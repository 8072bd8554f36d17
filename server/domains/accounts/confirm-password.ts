import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'

/** What the password is asked for, as the security log names it. */
export type PasswordCheckReason = 'closing' | 'data_export' | 'second_factor' | 'passkey'

/** Checks the password of an account and returns its row. @throws ApiError INVALID, RATE_LIMITED */
export async function confirmPassword(
  {
    database: { prisma },
    limits,
    passwords,
    securityLog,
  }: Pick<AccountContext, 'database' | 'limits' | 'passwords' | 'securityLog'>,
  userId: string,
  password: string,
  reason: PasswordCheckReason,
): Promise<UserModel> {
  await limits.consume('passwordCheckByAccount', userId)
  const row = await prisma.user.findUnique({ where: { id: userId } })
  const matches = await passwords.verify(row?.passwordHash ?? null, password)
  if (row && matches) return row
  securityLog.record({ event: 'authn_password_check_fail', userId, reason })
  const message = text('This password is not right. Please try again.')
  throw new ApiError('INVALID', message, { fields: { password: message } })
}
