import type { ResetCode, ResetRequest } from '#schema/password.ts'
import { exchangeResetCode } from './exchange-reset-code.ts'
import { finishPasswordReset, type ResetFinish } from './finish-password-reset.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { isUsable, type ResetDeps } from './reset-deps.ts'
import { hashSecret } from './secrets.ts'

export interface PasswordReset {
  /**
   * Returns nothing, and after the same time, whether or not the address has an account.
   * @throws ApiError INVALID for a foreign origin
   */
  request(input: ResetRequest, address: string, host?: string): Promise<void>
  isValid(token: string, address: string): Promise<boolean>
  /** Exchanges the newest code for a token, once. @throws ApiError INVALID; RATE_LIMITED */
  exchangeCode(input: ResetCode, address: string): Promise<string>
  /**
   * Sets the password, ends every session of the account and every other reset. With a user name, the token must belong
   * to that account. @throws ApiError INVALID
   */
  finish(input: ResetFinish, address: string): Promise<void>
}

export const createPasswordReset = (deps: ResetDeps): PasswordReset => ({
  request: (input, address, host) => requestPasswordReset(deps, input, address, host),
  exchangeCode: (input, address) => exchangeResetCode(deps, input, address),
  finish: (input, address) => finishPasswordReset(deps, input, address),

  async isValid(token, address) {
    await deps.limits.consume('resetTokenByAddress', address)
    const found = await deps.database.prisma.passwordReset.findFirst({
      where: { tokenHash: hashSecret(token), ...isUsable(new Date(deps.clock.now())) },
    })
    return found !== null
  },
})
