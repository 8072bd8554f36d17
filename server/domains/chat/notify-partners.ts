import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import type { ChatContext } from './chat-context.ts'

/** How many partners are notified. Clients read the presence of the others with their lists. */
const PRESENCE_AUDIENCE = 50

const RECENT_PARTNERS = {
  name: 'recent-partners',
  text: `
SELECT wanted.id AS "userId", ARRAY(
  SELECT partner_id FROM conversation_member member WHERE user_id = wanted.id AND ${NOT_BLOCKED}
  ORDER BY last_activity DESC LIMIT ${PRESENCE_AUDIENCE}
) AS partners
FROM unnest($1::uuid[]) AS wanted(id)`,
}

/** Returns a function that notifies a member's latest partners who are online that the member came online or went offline. */
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
