import { ApiError } from '#server/platform/errors.ts'
import { isWeakPassword, type PasswordContext } from './weak-password.ts'

const TOO_WEAK = 'This password is too easy to guess. Please choose another one.'

/** @throws ApiError INVALID, naming the field, for a password that is easy to guess */
export function refuseWeakPassword(
  field: 'password' | 'newPassword',
  password: string,
  context: PasswordContext,
): void {
  if (!isWeakPassword(password, context)) return
  throw new ApiError('INVALID', TOO_WEAK, { fields: { [field]: TOO_WEAK } })
}
