import { premiumEndingText, type ReminderMails } from '#server/domains/mail/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { canBeReminded } from '#server/platform/postgres/account-status-sql.ts'
import type { Inbox } from './inbox.ts'

/** How long before its end a member is reminded, in milliseconds. */
const AHEAD = 3 * 24 * 60 * 60_000
const BATCH = 100

/**
 * Members whose premium ends within three days and who have no reminder of that day. Members who bought premium for less
 * than three days are left out.
 */
const ENDING = `
SELECT * FROM (
  SELECT id, user_name AS email, language, email_verified AS verified, display_name AS "displayName", premium_until AS until,
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
ORDER BY until LIMIT ${BATCH}`

interface EndingPremium {
  id: string
  email: string
  language: string
  verified: boolean
  displayName: string
  until: Date
  key: string
}

/** Reminds members three days before their premium ends. Returns how many it reminded. */
export async function sendPremiumReminders(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { inbox, mails }: { inbox: Pick<Inbox, 'post'>; mails: Pick<ReminderMails, 'premiumEnding'> },
): Promise<number> {
  let count = 0
  for (;;) {
    const now = clock.now()
    const { rows } = await database.pool.query<EndingPremium>(ENDING, [new Date(now), new Date(now + AHEAD)])
    // When several nodes find the same member, the one that stores the notification also sends the mail.
    const stored = await inbox.post(
      rows.map(({ id, until, key }) => ({
        userId: id,
        kind: 'premium_ending',
        ...premiumEndingText(until),
        path: '/pricing?reactivate',
        dedupeKey: key,
      })),
      { once: true },
    )
    const reminded = new Set(stored.map(({ userId }) => userId))
    for (const ending of rows) if (ending.verified && reminded.has(ending.id)) mails.premiumEnding(ending)
    count += stored.length
    if (rows.length < BATCH) return count
  }
}
