import { v7 as uuidv7 } from 'uuid'
import type { ResetCode, ResetRequest } from '#schema/password.ts'
import { POLICY } from '#schema/policy.ts'
import { usesDesktopApp } from '#server/domains/mail/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountDeps } from './account-deps.ts'
import { exchangeResetCode, forgetCodeAttempts } from './exchange-reset-code.ts'
import { mayMail } from './link-mail-limits.ts'
import { notBefore } from './minimum-response-time.ts'
import { networkIn } from './network-field.ts'
import type { Passwords } from './passwords.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { hashSecret, newCode, newSecret, readCode } from './secrets.ts'
import type { Sessions } from './sessions.ts'
import { withUser } from './with-user.ts'

const LIFETIME = POLICY.resetMailMinutes * 60_000

const INVALID_LINK = 'This reset link is invalid or has expired. Please request a new one.'

export interface PasswordReset {
  /** Answers alike, and after the same time, whether or not the address has an account. @throws ApiError INVALID for a foreign origin */
  request(input: ResetRequest, address: string): Promise<void>
  isValid(token: string, address: string): Promise<boolean>
  /** Exchanges the newest code for a token, once. @throws ApiError INVALID; RATE_LIMITED */
  exchangeCode(input: ResetCode, address: string): Promise<string>
  /**
   * Sets the password, ends every session of the account and every other reset. With a user name, the token must be
   * that account's. @throws ApiError INVALID
   */
  finish(input: { token: string; newPassword: string; userName?: string }, address: string): Promise<void>
}

export function createPasswordReset(
  deps: Pick<
    AccountDeps,
    'database' | 'clock' | 'events' | 'limits' | 'allowedOrigins' | 'mails' | 'securityLog'
  > & {
    passwords: Passwords
    sessions: Sessions
  },
): PasswordReset {
  const { clock, limits, mails, securityLog } = deps
  const { prisma } = deps.database
  const live = (now: Date) => ({ usedAt: null, expires: { gt: now } })

  return {
    async request({ user: email, origin }, address) {
      if (!deps.allowedOrigins.includes(origin)) {
        const message = 'A reset cannot be asked for from this page.'
        throw new ApiError('INVALID', message, { fields: { origin: message } })
      }
      await limits.consume('resetByAddress', address)
      await notBefore(async () => {
        if (!(await mayMail(limits, 'reset', email))) return
        await forgetCodeAttempts(limits, email, address)
        const row = await prisma.user.findUnique({ where: { userName: email } })
        if (!row || row.erasedAt) return
        const [token, code] = [newSecret(), newCode()]
        const reset = {
          id: uuidv7(),
          userId: row.id,
          tokenHash: hashSecret(token),
          codeHash: hashSecret(readCode(code)),
          expires: new Date(clock.now() + LIFETIME),
        }
        await prisma.$transaction([
          // Only the newest code is accepted. The links of earlier mails stay valid.
          prisma.passwordReset.updateMany({ where: { userId: row.id }, data: { codeHash: null } }),
          prisma.passwordReset.create({ data: reset }),
        ])
        const desktop = await usesDesktopApp(deps.database, row.id)
        mails.passwordReset({ email, displayName: row.displayName, token, code, desktop })
        securityLog.record({
          event: 'authn_password_reset_requested',
          userId: row.id,
          ...networkIn(address),
        })
      })
    },

    async isValid(token, address) {
      await limits.consume('resetTokenByAddress', address)
      const now = new Date(clock.now())
      const found = await prisma.passwordReset.findFirst({
        where: { tokenHash: hashSecret(token), ...live(now) },
      })
      return found !== null
    },

    exchangeCode: (input, address) => exchangeResetCode(deps, input, address),

    async finish({ token, newPassword, userName }, address) {
      await limits.consume('resetTokenByAddress', address)
      const now = new Date(clock.now())
      const where = {
        tokenHash: hashSecret(token),
        ...live(now),
        ...(userName ? { user: { userName } } : {}),
      }
      const found = withUser(await prisma.passwordReset.findFirst({ where, include: { user: true } }))
      if (!found) throw new ApiError('INVALID', INVALID_LINK)
      const { userId, user } = found
      refuseWeakPassword('newPassword', newPassword, user)
      const passwordHash = await deps.passwords.hash(newPassword)
      const sessionKeys = await prisma.$transaction(async (transaction) => {
        // The account's row is the lock: of several resets at the same instant, one finds its token still unused.
        await transaction.user.updateMany({ where: { id: userId }, data: { passwordHash } })
        const { count } = await transaction.passwordReset.updateMany({ where, data: { usedAt: now } })
        if (count === 0) throw new ApiError('INVALID', INVALID_LINK)
        await transaction.passwordReset.updateMany({
          where: { userId, usedAt: null },
          data: { usedAt: now },
        })
        return deps.sessions.revokeAll(userId, transaction)
      })
      await deps.events.emit('userChanged', { userId })
      await deps.events.emit('sessionsRevoked', { userId, sessionKeys })
      mails.passwordChanged({ email: user.userName, displayName: user.displayName })
      const event = { userId, ...networkIn(address) }
      securityLog.record({ event: 'authn_password_changed', ...event, reason: 'reset' })
      if (sessionKeys.length > 0)
        securityLog.record({ event: 'authn_token_revoked', ...event, reason: 'password_changed' })
    },
  }
}
