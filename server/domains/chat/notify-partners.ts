import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import { LIMITS } from '#schema/limits.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { PRESENCE_IS_HIDDEN } from '#server/platform/postgres/kept-sql.ts'
import { hasWaitingKnock } from '#server/platform/postgres/knock-sql.ts'
import type { ChatContext } from './chat-context.ts'

/** How many partners are notified. Clients read the presence of the others with their lists. */
const PRESENCE_AUDIENCE = 50
/** How many kept partners are notified: those on the first page of their list. */
const KEPT_AUDIENCE = LIMITS.maxPageSize

const latestOf = (limit: number, condition = 'true') => `(
    SELECT * FROM conversation_member member WHERE user_id = wanted.id AND ${condition} AND ${NOT_BLOCKED}
    ORDER BY last_activity DESC LIMIT ${limit}
  )`

/** Partners from whom neither side hides the presence. In an open conversation it is always shown. */
const SEES_PRESENCE = `(NOT ${PRESENCE_IS_HIDDEN} OR EXISTS (
    SELECT 1 FROM conversation WHERE conversation.id = member.conversation_id AND conversation.ended_at IS NULL
  ))`

const RECENT_PARTNERS = {
  name: 'recent-partners',
  text: `
SELECT wanted.id AS "userId", ARRAY(
  SELECT member.partner_id
  FROM (${latestOf(PRESENCE_AUDIENCE)} UNION ${latestOf(KEPT_AUDIENCE, 'kept_at IS NOT NULL')}) member
  LEFT JOIN conversation_member other ON other.conversation_id = member.conversation_id AND other.user_id = member.partner_id
  WHERE ${SEES_PRESENCE} AND NOT ${hasWaitingKnock('member.conversation_id')}
) AS partners
FROM unnest($1::uuid[]) AS wanted(id)`,
}

/** Returns a function that notifies a member's latest and kept partners who are online that the member came online or went offline. */
export function createPartnerNotices({
  pool,
  live,
  presence,
}: Pick<ChatContext, 'pool' | 'live' | 'presence'>) {
  const recentPartners = createRecentPartners(pool)
  return async (userId: string, event: 'USER_ONLINE' | 'USER_OFFLINE'): Promise<void> => {
    const partners = await recentPartners(userId)
    const online = await presence.online([...partners, userId])
    // Another node may have published the opposite since. The last event must be true.
    if (online.has(userId) !== (event === 'USER_ONLINE')) return
    const audience = partners.filter((partner) => online.has(partner))
    if (audience.length > 0) await live.publish(audience, { event, data: { userId } })
  }
}

/**
 * Returns a function that reads a member's partners with the latest activity. One statement answers calls that arrive
 * together.
 */
function createRecentPartners(pool: Pool): (userId: string) => Promise<string[]> {
  const lookup = new DataLoader<string, string[]>(
    async (userIds) => {
      const { rows } = await pool.query<{ userId: string; partners: string[] }>({
        ...RECENT_PARTNERS,
        values: [userIds],
      })
      const found = new Map(rows.map(({ userId, partners }) => [userId, partners]))
      return userIds.map((userId) => found.get(userId) ?? [])
    },
    { cache: false },
  )
  return (userId) => lookup.load(userId)
}
