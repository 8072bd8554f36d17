import type { ReminderMails } from '#server/domains/mail/index.ts'
import { premiumEndingNote } from '#server/domains/mail/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { canBeReminded } from '#server/platform/postgres/account-status-sql.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { Inbox } from './inbox.ts'

const AHEAD = 3 * 24 * 60 * 60_000
const AT_ONCE = 100

/**
 * Whose premium ends within three days and who was not told of that day, on the index of ends. Whoever had no premium
 * yet three days before its end has bought it for less than that, and needs no reminder.
 */
const ENDING = `
SELECT * FROM (
  SELECT id, user_name AS email, email_verified AS verified, display_name AS "displayName", premium_until AS until,
    'premium-ending:' || to_char(premium_until AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS key
  FROM "user" member
  WHERE premium_until > $1 AND premium_until <= $2 AND ${canBeReminded('member', '$1')}
    AND coalesce((
      SELECT bool_or(valid_from <= premium_until - ($2::timestamptz - $1::timestamptz)) FROM premium_grant
      WHERE user_id = member.id AND revoked_at IS NULL
        AND valid_until > premium_until - ($2::timestamptz - $1::timestamptz)
    ), true)
) ending
WHERE NOT EXISTS (SELECT 1 FROM notification WHERE user_id = ending.id AND dedupe_key = ending.key)
ORDER BY until LIMIT ${AT_ONCE}`

interface Ending {
  id: string
  email: string
  verified: boolean
  displayName: string
  until: Date
  key: string
}

/** Tells members three days ahead that their premium ends. Answers how many were told. */
export function createPremiumEnding(deps: {
  database: Pick<Database, 'pool'>
  clock: Clock
  inbox: Pick<Inbox, 'post'>
  mails: Pick<ReminderMails, 'premiumEnding'>
}) {
  return async (): Promise<number> => {
    let count = 0
    for (;;) {
      const now = deps.clock.now()
      const { rows } = await deps.database.pool.query<Ending>(ENDING, [new Date(now), new Date(now + AHEAD)])
      // Of several nodes that found the same, the one that stores it first tells it, and mails.
      const told = await deps.inbox.post(
        rows.map(({ id, until, key }) => ({
          userId: id,
          kind: 'premium_ending',
          ...premiumEndingNote(until),
          path: '/pricing?reactivate',
          dedupeKey: key,
        })),
        { once: true },
      )
      const first = new Set(told.map(({ userId }) => userId))
      for (const ending of rows) if (ending.verified && first.has(ending.id)) deps.mails.premiumEnding(ending)
      count += told.length
      if (rows.length < AT_ONCE) return count
    }
  }
}
