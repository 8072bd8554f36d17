import { missedNote } from '#server/domains/mail/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { canBeReminded } from '#server/platform/postgres/account-status-sql.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { type Inbox, missedKey } from './inbox.ts'
import { partnerMayBeHeard, UNREAD } from './unread-sql.ts'

const UNREAD_FOR = 15 * 60_000
const AT_ONCE = 100

/**
 * Nothing is scanned: `unread_since` is null wherever all is read, and a partial index holds the others in order, so
 * this reads the hundred that have waited longest. A member's side stands there once however much is said, and leaves
 * when it is read. Claiming moves it to now: another node, or this one after a crash, looks again a quarter of an hour
 * later.
 */
const CLAIM = `
WITH due AS (
  SELECT conversation_id, user_id FROM conversation_member
  WHERE unread_since <= $1 ORDER BY unread_since LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
), member AS (
  UPDATE conversation_member claimed SET unread_since = $2 FROM due
  WHERE claimed.conversation_id = due.conversation_id AND claimed.user_id = due.user_id
  RETURNING claimed.*
)
SELECT member.conversation_id AS "conversationId", member.user_id AS "userId", member.partner_id AS "partnerId",
  member.last_activity AS "lastActivity", own.display_name AS "ownName", partner.display_name AS "partnerName",
  unread.count, unread.oldest, ${canBeReminded('own', '$2')} AND own.email_verified
    AND ${partnerMayBeHeard('$2')} AS tellable
FROM member
JOIN "user" own ON own.id = member.user_id
JOIN "user" partner ON partner.id = member.partner_id
${UNREAD}`

/**
 * Writes down what came of it, in the order in which the activity is written, so that the two never wait in a circle.
 * What was said meanwhile stays claimed, to be looked at again. Answers those that nobody has read meanwhile.
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

interface Side {
  conversationId: string
  userId: string
}

interface Claimed extends Side {
  partnerId: string
  lastActivity: Date
  ownName: string
  partnerName: string
  count: number
  oldest: Date | null
  tellable: boolean
}

/** When to look again; null when there is nothing more to look for. */
type Verdict = 'missed' | 'online' | { next: Date | null }

export interface MissedMessagesDeps {
  database: Pick<Database, 'pool'>
  clock: Clock
  presence: Pick<Presence, 'online'>
  inbox: Pick<Inbox, 'post' | 'missedRead'>
  /** Answers whom it could not reach. */
  sendMails(userIds: readonly string[], now: number): Promise<Set<string>>
}

/** Tells members who are away what has waited for them for a quarter of an hour. Answers in how many conversations. */
export function createMissedMessages({ database, clock, presence, inbox, sendMails }: MissedMessagesDeps) {
  const { pool } = database

  async function settle(sides: readonly (Claimed & { next: Date | null })[], claimedAt: Date) {
    const { rows } = await pool.query<Side>(SETTLE, [
      sides.map(({ conversationId }) => conversationId),
      sides.map(({ userId }) => userId),
      sides.map(({ next }) => next),
      sides.map(({ lastActivity }) => lastActivity),
      claimedAt,
    ])
    return new Set(rows.map(keyOf))
  }

  async function batch(now: number): Promise<{ looked: number; missed: number }> {
    const claimedAt = new Date(now)
    const before = new Date(now - UNREAD_FOR)
    const { rows } = await pool.query<Claimed>(CLAIM, [before, claimedAt])
    const waiting = rows.filter((side) => side.tellable && side.oldest && side.oldest <= before)
    const online = await presence.online([...new Set(waiting.map(({ userId }) => userId))])
    const verdict = (side: Claimed): Verdict => {
      if (!side.tellable || !side.oldest) return { next: null }
      if (side.oldest > before) return { next: side.oldest }
      return online.has(side.userId) ? 'online' : 'missed'
    }
    const missed = rows.filter((side) => verdict(side) === 'missed')
    await inbox.post(missed.map(noteOf))
    const unreached = await sendMails([...new Set(missed.map(({ userId }) => userId))], now)
    // Who is online, or could not be mailed, stays claimed: they are looked at again.
    const done = rows.flatMap((side) => {
      const said = verdict(side)
      if (said === 'online' || (said === 'missed' && unreached.has(side.userId))) return []
      return { ...side, next: said === 'missed' ? null : said.next }
    })
    const unread = await settle(done, claimedAt)
    for (const side of done)
      if (!unread.has(keyOf(side))) await inbox.missedRead(side.userId, side.conversationId)
    return { looked: rows.length, missed: missed.length }
  }

  return async (): Promise<number> => {
    let count = 0
    for (;;) {
      const { looked, missed } = await batch(clock.now())
      count += missed
      if (looked < AT_ONCE) return count
    }
  }
}

const keyOf = ({ conversationId, userId }: Side) => `${conversationId} ${userId}`

function noteOf(side: Claimed) {
  const theirs = side.partnerName.trim()
  const name = theirs && theirs !== side.ownName ? theirs : 'Anonymous'
  return {
    userId: side.userId,
    kind: 'missed_messages',
    ...missedNote(name, side.count),
    candidateId: side.partnerId,
    conversationId: side.conversationId,
    dedupeKey: missedKey(side.conversationId),
  } as const
}
