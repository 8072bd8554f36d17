import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UnsubscribeLink } from '#schema/missed-mails.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { serverSecret } from '#server/platform/postgres/index.ts'

export type EmailPreferences = Awaited<ReturnType<typeof createEmailPreferences>>

const invalidLink = () =>
  new ApiError(
    'NOT_FOUND',
    text('This link does not work. Please open the link in the email again, or copy all of it.'),
  )

/**
 * Creates the preferences for mails about unread messages. Members choose in the settings, or by the link in such a mail.
 */
export async function createEmailPreferences(
  { database: { pool, prisma }, secrets }: Platform,
  { publicUrl }: { publicUrl: string },
) {
  const secret = await serverSecret({ pool, box: secrets }, 'unsubscribe')
  const tokenOf = (userId: string) => createHmac('sha256', secret).update(`missed-mails:${userId}`).digest()

  return {
    /** Returns a signed link that changes the preference without a login. */
    unsubscribeLink(userId: string) {
      const address = new URL('/unsubscribe', publicUrl)
      address.search = new URLSearchParams({
        user: userId,
        token: tokenOf(userId).toString('base64url'),
      }).toString()
      return address.href
    },

    /** Returns the id of the member. @throws ApiError NOT_FOUND for a link with a wrong signature */
    verifyUnsubscribeLink({ user, token }: UnsubscribeLink) {
      const [given, expected] = [Buffer.from(token, 'base64url'), tokenOf(user)]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalidLink()
      return user
    },

    /** Returns whether the member wants mails about unread messages. @throws ApiError NOT_FOUND */
    async wantsUnreadReminders(userId: string) {
      const member = await prisma.user.findUnique({
        where: { id: userId, erasedAt: null },
        select: { missedMails: true },
      })
      if (!member) throw invalidLink()
      return member.missedMails
    },

    /** Stores the choice. Idempotent. @throws ApiError NOT_FOUND */
    async setUnreadReminders(userId: string, wanted: boolean) {
      const { count } = await prisma.user.updateMany({
        where: { id: userId, erasedAt: null },
        data: { missedMails: wanted },
      })
      if (count === 0) throw invalidLink()
    },
  }
}
