import { DESKTOP_AGENT } from '#schema/desktop.ts'
import type { ReminderMails } from '#server/domains/mail/index.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { EmailPreferences } from './email-preferences.ts'
import { canReceiveFromPartner, UNREAD } from './unread-sql.ts'

const DAY = 24 * 60 * 60_000
/** Further back nobody looks for what else is unread. */
const CONVERSATIONS = 50

/**
 * Noted as mailed before they are: somebody who is mailed twice is worse off than somebody who is mailed a day later.
 * Who is being written to at this moment is about to be online, or another node has them.
 */
const CLAIM = `
WITH due AS (
  SELECT id, missed_mailed_at AS before FROM "user"
  WHERE id = ANY($1::uuid[]) AND missed_mails AND (missed_mailed_at IS NULL OR missed_mailed_at <= $3)
  FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE "user" SET missed_mailed_at = $2 FROM due WHERE "user".id = due.id
RETURNING "user".id, user_name AS email, display_name AS "displayName", due.before,
  EXISTS (SELECT FROM session WHERE user_id = "user".id AND position($4 IN user_agent) > 0) AS desktop`

const PUT_BACK = 'UPDATE "user" SET missed_mailed_at = $2 WHERE id = $1 AND missed_mailed_at = $3'

/** All that waits for each of them, in their latest conversations. */
const WAITING = `
SELECT person.id, count(*)::int AS people, sum(unread.count)::int AS messages
FROM unnest($1::uuid[]) AS person(id)
CROSS JOIN LATERAL (
  SELECT * FROM conversation_member WHERE user_id = person.id ORDER BY last_activity DESC LIMIT ${CONVERSATIONS}
) member
JOIN "user" partner ON partner.id = member.partner_id
${UNREAD}
WHERE unread.count > 0 AND ${canReceiveFromPartner('$2')}
GROUP BY person.id`

interface Claimed {
  id: string
  email: string
  displayName: string
  before: Date | null
  desktop: boolean
}

interface Waiting {
  id: string
  people: number
  messages: number
}

/** Mails those who want it and had no such mail today. Answers whom a mail could not be sent to. */
export function createSendMissedMails(deps: {
  database: Pick<Database, 'pool'>
  mails: Pick<ReminderMails, 'unreadReminder'>
  emailPreferences: Pick<EmailPreferences, 'unsubscribeLink'>
  onError(error: unknown): void
}) {
  const { pool } = deps.database

  return async (userIds: readonly string[], now: number): Promise<Set<string>> => {
    const failed = new Set<string>()
    if (userIds.length === 0) return failed
    const at = new Date(now)
    const claimed = await pool.query<Claimed>(CLAIM, [userIds, at, new Date(now - DAY), `${DESKTOP_AGENT}/`])
    if (claimed.rows.length === 0) return failed
    const { rows } = await pool.query<Waiting>(WAITING, [claimed.rows.map(({ id }) => id), at])
    const waiting = new Map(rows.map((row) => [row.id, row]))
    const putBack = ({ id, before }: Claimed) => pool.query(PUT_BACK, [id, before, at])
    await Promise.all(
      claimed.rows.map(async (person) => {
        const much = waiting.get(person.id)
        if (!much) return putBack(person)
        try {
          await deps.mails.unreadReminder({
            ...person,
            ...much,
            unsubscribe: deps.emailPreferences.unsubscribeLink(person.id),
          })
        } catch (error) {
          deps.onError(error)
          failed.add(person.id)
          await putBack(person)
        }
      }),
    )
    return failed
  }
}
