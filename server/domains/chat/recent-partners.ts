import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'

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

/** Returns a function that reads a member's partners with the latest activity. One statement answers calls that arrive together. */
export function createRecentPartners(pool: Pool): (userId: string) => Promise<string[]> {
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
