import { timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { ResetCode, ResetRequest } from '#schema/password.ts'
import { ApiError } from '../errors.ts'
import type { AccountDeps } from './account-deps.ts'
import { notBefore } from './not-before.ts'
import type { Passwords } from './passwords.ts'
import { hashSecret, newCode, newSecret, readCode } from './secrets.ts'
import type { Sessions } from './sessions.ts'

const LIFETIME = 60 * 60_000
/** How long the token lives that a code was exchanged for. */
const LIFETIME_AFTER_CODE = 15 * 60_000
const CODE_TRIES = 5

const INVALID_LINK = 'This reset link is invalid or has expired. Please request a new one.'
const INVALID_CODE = 'Invalid reset code or username'

export interface PasswordReset {
  /** Answers alike, and after the same time, whether or not the address has an account. @throws ApiError INVALID for a foreign origin */
  request(input: ResetRequest, address: string): Promise<void>
  isValid(token: string, address: string): Promise<boolean>
  /** Exchanges a code for a token: once, and within a few tries. @throws ApiError INVALID */
  exchangeCode(input: ResetCode, address: string): Promise<string>
  /**
   * Sets the password, ends every session of the account and every other reset. With a user name, the token must be
   * that account's. @throws ApiError INVALID
   */
  finish(input: { token: string; newPassword: string; userName?: string }, address: string): Promise<void>
}

export function createPasswordReset(
  deps: Pick<AccountDeps, 'database' | 'clock' | 'facts' | 'limits' | 'allowedOrigins' | 'mails'> & {
    passwords: Passwords
    sessions: Sessions
  },
): PasswordReset {
  const { clock, limits, mails } = deps
  const { prisma, pool } = deps.database
  const live = (now: Date) => ({ usedAt: null, expires: { gt: now } })

  return {
    async request({ user: email, origin }, address) {
      if (!deps.allowedOrigins.includes(origin)) {
        const message = 'A reset cannot be asked for from this page.'
        throw new ApiError('INVALID', message, { fields: { origin: message } })
      }
      await limits.consume('resetByAddress', address)
      await limits.consume('resetByAccount', email)
      await limits.consume('resetByAccountADay', email)
      await notBefore(async () => {
        const row = await prisma.user.findUnique({ where: { userName: email } })
        if (!row || row.erasedAt) return
        const [token, code] = [newSecret(), newCode()]
        await prisma.passwordReset.create({
          data: {
            id: uuidv7(),
            userId: row.id,
            tokenHash: hashSecret(token),
            codeHash: hashSecret(readCode(code)),
            expires: new Date(clock.now() + LIFETIME),
          },
        })
        mails.passwordReset({ email, displayName: row.displayName, token, code })
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

    async exchangeCode({ userName, resetCode }, address) {
      await limits.consume('resetCodeByAddress', address)
      await limits.consume('resetCodeByAccount', userName)
      const now = new Date(clock.now())
      // A try is counted before it is looked at, so that many at once are no more than a few.
      const { rows } = await pool.query<{ id: string; user_id: string; code_hash: Buffer }>(
        `UPDATE password_reset SET attempts = attempts + 1 FROM "user"
         WHERE "user".id = password_reset.user_id AND "user".user_name = $1
           AND code_hash IS NOT NULL AND used_at IS NULL AND expires > $2 AND attempts < $3
         RETURNING password_reset.id, user_id, code_hash`,
        [userName, now, CODE_TRIES],
      )
      const given = hashSecret(readCode(resetCode))
      const match = rows.find((row) => timingSafeEqual(row.code_hash, given))
      if (!match) throw new ApiError('INVALID', INVALID_CODE)
      const token = newSecret()
      await prisma.$transaction(async (transaction) => {
        const { count } = await transaction.passwordReset.updateMany({
          where: { id: match.id, codeHash: { not: null } },
          data: { codeHash: null },
        })
        if (count === 0) throw new ApiError('INVALID', INVALID_CODE)
        await transaction.passwordReset.create({
          data: {
            id: uuidv7(),
            userId: match.user_id,
            tokenHash: hashSecret(token),
            expires: new Date(now.getTime() + LIFETIME_AFTER_CODE),
          },
        })
      })
      return token
    },

    async finish({ token, newPassword, userName }, address) {
      await limits.consume('resetTokenByAddress', address)
      const now = new Date(clock.now())
      const where = {
        tokenHash: hashSecret(token),
        ...live(now),
        ...(userName ? { user: { userName } } : {}),
      }
      const found = await prisma.passwordReset.findFirst({ where, include: { user: true } })
      if (!found) throw new ApiError('INVALID', INVALID_LINK)
      const { userId, user } = found
      const passwordHash = await deps.passwords.hash(newPassword)
      const sessionKeys = await prisma.$transaction(async (transaction) => {
        // The account's row is the lock: of several resets at the same instant, one finds its token still unused.
        await transaction.user.update({ where: { id: userId }, data: { passwordHash } })
        const { count } = await transaction.passwordReset.updateMany({ where, data: { usedAt: now } })
        if (count === 0) throw new ApiError('INVALID', INVALID_LINK)
        await transaction.passwordReset.updateMany({
          where: { userId, usedAt: null },
          data: { usedAt: now },
        })
        return deps.sessions.revokeAll(userId, transaction)
      })
      await deps.facts.announce('userChanged', { userId })
      await deps.facts.announce('sessionsRevoked', { userId, sessionKeys })
      mails.passwordChanged({ email: user.userName, displayName: user.displayName })
    },
  }
}
