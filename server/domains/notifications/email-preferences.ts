import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { UnsubscribeLink } from '#schema/missed-mails.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Database } from '#server/platform/postgres/index.ts'

/** Whether a member wants mails about unread messages. Members choose in the settings, or by the link in such a mail. */
export interface EmailPreferences {
  /** Returns a signed link that changes the preference without a login. */
  unsubscribeLink(userId: string): string
  /** Returns the id of the member. @throws ApiError NOT_FOUND for a link with a wrong signature */
  verifyUnsubscribeLink(link: UnsubscribeLink): string
  /** @throws ApiError NOT_FOUND */
  wantsUnreadReminders(userId: string): Promise<boolean>
  /** Idempotent. @throws ApiError NOT_FOUND */
  setUnreadReminders(userId: string, wanted: boolean): Promise<void>
}

const invalidLink = () =>
  new ApiError(
    'NOT_FOUND',
    text('This link does not work. Please open the link in the email again, or copy all of it.'),
  )

export function createEmailPreferences(deps: {
  database: Pick<Database, 'pool'>
  /** Signs the links. All nodes share it. */
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
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalidLink()
      return user
    },

    async wantsUnreadReminders(userId) {
      const { rows } = await pool.query<{ wanted: boolean }>(
        'SELECT missed_mails AS wanted FROM "user" WHERE id = $1 AND erased_at IS NULL',
        [userId],
      )
      const [row] = rows
      if (!row) throw invalidLink()
      return row.wanted
    },

    async setUnreadReminders(userId, wanted) {
      const { rowCount } = await pool.query(
        'UPDATE "user" SET missed_mails = $2 WHERE id = $1 AND erased_at IS NULL',
        [userId, wanted],
      )
      if (!rowCount) throw invalidLink()
    },
  }
}
