import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { UnsubscribeLink } from '#schema/missed-mails.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Database } from '#server/platform/postgres/index.ts'

/** Whether somebody wants mails about what they missed: said by a link of such a mail, or by themselves. */
export interface EmailPreferences {
  /** What opens the choice without a login. */
  unsubscribeLink(userId: string): string
  /** @throws ApiError NOT_FOUND on a link that is not ours */
  verifyUnsubscribeLink(link: UnsubscribeLink): string
  /** @throws ApiError NOT_FOUND */
  wantsUnreadReminders(userId: string): Promise<boolean>
  /** Idempotent. @throws ApiError NOT_FOUND */
  setUnreadReminders(userId: string, wanted: boolean): Promise<void>
}

const unknown = () =>
  new ApiError('NOT_FOUND', 'This link does not work. Please open the link from the mail again, in full.')

export function createEmailPreferences(deps: {
  database: Pick<Database, 'pool'>
  /** Signs the links; shared by all nodes. */
  secret: Buffer
  publicUrl: string
}): EmailPreferences {
  const pool: Pool = deps.database.pool
  const tokenOf = (userId: string) =>
    createHmac('sha256', deps.secret).update(`missed-mails:${userId}`).digest()

  return {
    unsubscribeLink(userId) {
      const address = new URL('/unsubscribe', deps.publicUrl)
      address.search = new URLSearchParams({
        user: userId,
        token: tokenOf(userId).toString('base64url'),
      }).toString()
      return address.href
    },

    verifyUnsubscribeLink({ user, token }) {
      const [given, expected] = [Buffer.from(token, 'base64url'), tokenOf(user)]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unknown()
      return user
    },

    async wantsUnreadReminders(userId) {
      const { rows } = await pool.query<{ wanted: boolean }>(
        'SELECT missed_mails AS wanted FROM "user" WHERE id = $1 AND erased_at IS NULL',
        [userId],
      )
      const [row] = rows
      if (!row) throw unknown()
      return row.wanted
    },

    async setUnreadReminders(userId, wanted) {
      const { rowCount } = await pool.query(
        'UPDATE "user" SET missed_mails = $2 WHERE id = $1 AND erased_at IS NULL',
        [userId, wanted],
      )
      if (!rowCount) throw unknown()
    },
  }
}
