import { DESKTOP_AGENT } from '#schema/desktop.ts'
import type { ReminderMails } from '#server/domains/mail/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { EmailPreferences } from './email-preferences.ts'
import { canReceiveFromPartner, UNREAD } from './unread-sql.ts'

const DAY = 24 * 60 * 60_000
/** Only this many of a member's latest conversations are counted. */
const MAX_CONVERSATIONS = 50

/**
 * Marks members as mailed before the mail is sent: a mail a day late is better than two mails. Locked rows are skipped:
 * another transaction, such as another node's claim, is using them.
 */
const CLAIM = `
WITH due AS (
  SELECT id, missed_mailed_at AS before FROM "user"
  WHERE id = ANY($1::uuid[]) AND missed_mails AND (missed_mailed_at IS NULL OR missed_mailed_at <= $3)
  FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE "user" SET missed_mailed_at = $2 FROM due WHERE "user".id = due.id
RETURNING "user".id, user_name AS email, language, display_name AS "displayName", due.before,
  EXISTS (SELECT FROM session WHERE user_id = "user".id AND position($4 IN user_agent) > 0) AS desktop`

const UNDO_CLAIM = 'UPDATE "user" SET missed_mailed_at = $2 WHERE id = $1 AND missed_mailed_at = $3'

/** Counts each member's unread messages, and the partners who sent them. */
const UNREAD_TOTALS = `
SELECT person.id, count(*)::int AS people, sum(unread.count)::int AS messages
FROM unnest($1::uuid[]) AS person(id)
CROSS JOIN LATERAL (
  SELECT * FROM conversation_member WHERE user_id = person.id ORDER BY last_activity DESC LIMIT ${MAX_CONVERSATIONS}
) member
JOIN "user" partner ON partner.id = member.partner_id
${UNREAD}
WHERE unread.count > 0 AND ${canReceiveFromPartner('$2')}
GROUP BY person.id`

interface ClaimedMember {
  id: string
  email: string
  language: string
  displayName: string
  before: Date | null
  desktop: boolean
}

interface UnreadTotals {
  id: string
  people: number
  messages: number
}

export interface UnreadMailContext extends Pick<Platform, 'database'> {
  mails: Pick<ReminderMails, 'unreadReminder'>
  emailPreferences: Pick<EmailPreferences, 'unsubscribeLink'>
  onError(error: unknown): void
}

/** Mails the members who want it and had no such mail within a day. Returns the ids of members whose mail failed. */
export async function sendUnreadReminderMails(
  { database: { pool }, mails, emailPreferences, onError }: UnreadMailContext,
  userIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  const failed = new Set<string>()
  if (userIds.length === 0) return failed
  const at = new Date(now)
  const claimed = await pool.query<ClaimedMember>(CLAIM, [
    userIds,
    at,
    new Date(now - DAY),
    `${DESKTOP_AGENT}/`,
  ])
  if (claimed.rows.length === 0) return failed
  const { rows } = await pool.query<UnreadTotals>(UNREAD_TOTALS, [claimed.rows.map(({ id }) => id), at])
  const totals = new Map(rows.map((row) => [row.id, row]))
  const undoClaim = ({ id, before }: ClaimedMember) => pool.query(UNDO_CLAIM, [id, before, at])
  await Promise.all(
    claimed.rows.map(async (member) => {
      const unread = totals.get(member.id)
      if (!unread) return undoClaim(member)
      try {
        const unsubscribe = emailPreferences.unsubscribeLink(member.id)
        await mails.unreadReminder({ ...member, ...unread, unsubscribe })
      } catch (error) {
        onError(error)
        failed.add(member.id)
        await undoClaim(member)
      }
    }),
  )
  return failed
}
