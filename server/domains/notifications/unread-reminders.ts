import { partnerNameOf } from '#schema/partner-name.ts'
import { unreadReminderText } from '#server/domains/mail/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { canBeReminded } from '#server/platform/postgres/account-status-sql.ts'
import { type Inbox, unreadReminderKey } from './inbox.ts'
import { sendUnreadReminderMails, type UnreadMailContext } from './unread-reminder-mails.ts'
import { canReceiveFromPartner, UNREAD } from './unread-sql.ts'

/** How long a message must be unread before a reminder, in milliseconds. */
const UNREAD_FOR = 15 * 60_000
const BATCH = 100

/**
 * Claims the memberships that have been unread longest, without a scan: `unread_since` is null once everything is read, and
 * a partial index holds the other rows in order. Claiming sets it to now: another node, or this one after a crash, checks
 * the membership again after 15 minutes.
 */
const CLAIM = `
WITH due AS (
  SELECT conversation_id, user_id FROM conversation_member
  WHERE unread_since <= $1 ORDER BY unread_since LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
), member AS (
  UPDATE conversation_member claimed SET unread_since = $2 FROM due
  WHERE claimed.conversation_id = due.conversation_id AND claimed.user_id = due.user_id
  RETURNING claimed.*
)
SELECT member.conversation_id AS "conversationId", member.user_id AS "userId", member.partner_id AS "partnerId",
  member.last_activity AS "lastActivity", own.display_name AS "ownName", partner.display_name AS "partnerName",
  unread.count, unread.oldest, ${canBeReminded('own', '$2')} AND own.email_verified
    AND ${canReceiveFromPartner('$2')} AS deliverable
FROM member
JOIN "user" own ON own.id = member.user_id
JOIN "user" partner ON partner.id = member.partner_id
${UNREAD}`

/**
 * Stores the outcomes, in the order in which activity is written, to avoid deadlocks. A membership with a new message stays
 * claimed, to be checked again. Returns the memberships that were not read since the claim.
 */
const SETTLE = `
WITH settled AS (
  SELECT member.conversation_id, member.user_id, input.next, input.last_activity
  FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
    AS input(conversation_id, user_id, next, last_activity)
  JOIN conversation_member member USING (conversation_id, user_id)
  WHERE member.unread_since = $5
  ORDER BY member.conversation_id, member.user_id
  FOR UPDATE OF member
)
UPDATE conversation_member member SET unread_since =
  CASE WHEN settled.next IS NULL AND member.last_activity > settled.last_activity THEN $5 ELSE settled.next END
FROM settled
WHERE member.conversation_id = settled.conversation_id AND member.user_id = settled.user_id
RETURNING member.conversation_id AS "conversationId", member.user_id AS "userId"`

interface Membership {
  conversationId: string
  userId: string
}

interface ClaimedMembership extends Membership {
  partnerId: string
  lastActivity: Date
  ownName: string
  partnerName: string
  count: number
  oldest: Date | null
  deliverable: boolean
}

/** Whether the member needs a reminder, or when to check again; `next` is null when nothing is unread. */
type Outcome = 'reminder-due' | 'online' | { next: Date | null }

interface UnreadContext extends UnreadMailContext, Pick<Platform, 'clock'> {
  presence: Pick<Presence, 'online'>
  inbox: Pick<Inbox, 'post' | 'markReminderRead'>
}

/** Reminds offline members of messages that have been unread for 15 minutes. Returns in how many conversations. */
export async function sendUnreadReminders(context: UnreadContext): Promise<number> {
  let count = 0
  for (;;) {
    const { claimed, reminded } = await sendBatch(context, context.clock.now())
    count += reminded
    if (claimed < BATCH) return count
  }
}

async function sendBatch(
  context: UnreadContext,
  now: number,
): Promise<{ claimed: number; reminded: number }> {
  const { database, presence, inbox } = context
  const claimedAt = new Date(now)
  const unreadBefore = new Date(now - UNREAD_FOR)
  const { rows } = await database.pool.query<ClaimedMembership>(CLAIM, [unreadBefore, claimedAt])
  const due = rows.filter(({ deliverable, oldest }) => deliverable && oldest && oldest <= unreadBefore)
  const online = await presence.online([...new Set(due.map(({ userId }) => userId))])
  const outcomeOf = ({ deliverable, oldest, userId }: ClaimedMembership): Outcome => {
    if (!deliverable || !oldest) return { next: null }
    if (oldest > unreadBefore) return { next: oldest }
    return online.has(userId) ? 'online' : 'reminder-due'
  }
  const reminded = rows.filter((row) => outcomeOf(row) === 'reminder-due')
  await inbox.post(reminded.map(notificationOf))
  const failed = await sendUnreadReminderMails(
    context,
    [...new Set(reminded.map(({ userId }) => userId))],
    now,
  )
  // Members who are online, or whose mail failed, stay claimed and are checked again.
  const settled = rows.flatMap((row) => {
    const outcome = outcomeOf(row)
    if (outcome === 'online' || (outcome === 'reminder-due' && failed.has(row.userId))) return []
    return { ...row, next: outcome === 'reminder-due' ? null : outcome.next }
  })
  const unread = await settle(context, settled, claimedAt)
  for (const row of settled)
    if (!unread.has(keyOf(row))) await inbox.markReminderRead(row.userId, row.conversationId)
  return { claimed: rows.length, reminded: reminded.length }
}

/** Returns the keys of the memberships that are still unread. */
async function settle(
  { database }: UnreadContext,
  memberships: readonly (ClaimedMembership & { next: Date | null })[],
  claimedAt: Date,
): Promise<Set<string>> {
  const { rows } = await database.pool.query<Membership>(SETTLE, [
    memberships.map(({ conversationId }) => conversationId),
    memberships.map(({ userId }) => userId),
    memberships.map(({ next }) => next),
    memberships.map(({ lastActivity }) => lastActivity),
    claimedAt,
  ])
  return new Set(rows.map(keyOf))
}

const keyOf = ({ conversationId, userId }: Membership) => `${conversationId} ${userId}`

function notificationOf(membership: ClaimedMembership) {
  const name = partnerNameOf(membership.partnerName, membership.ownName)
  return {
    userId: membership.userId,
    kind: 'missed_messages',
    ...unreadReminderText(name, membership.count),
    candidateId: membership.partnerId,
    conversationId: membership.conversationId,
    dedupeKey: unreadReminderKey(membership.conversationId),
  } as const
}
