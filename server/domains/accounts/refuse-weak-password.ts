import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { PasswordContext } from './weak-password.ts'

const TOO_WEAK = text('This password is too easy to guess. Please choose another one.')

/**
 * Loads the list of common passwords with the first password: it takes four megabytes.
 * @throws ApiError INVALID, naming the field, for a password that is easy to guess
 */
export async function refuseWeakPassword(
  field: 'password' | 'newPassword',
  password: string,
  context: PasswordContext,
): Promise<void> {
  const { isWeakPassword } = await import('./weak-password.ts')
  if (!isWeakPassword(password, context)) return
  throw new ApiError('INVALID', TOO_WEAK, { fields: { [field]: TOO_WEAK } })
}
