import type { Pool } from 'pg'
import type { Live } from '#server/domains/live/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import { recentPartners } from './partner.ts'

/** How many partners are notified. Clients read the presence of the others with their lists. */
const PRESENCE_AUDIENCE = 50

export interface NotifyPartnersDeps {
  pool: Pool
  live: Pick<Live, 'publish'>
  presence: Pick<Presence, 'online'>
}

/** Notifies a member's latest partners who are online that the member came online or went offline. */
export async function notifyPartners(
  { pool, live, presence }: NotifyPartnersDeps,
  userId: string,
  event: 'USER_ONLINE' | 'USER_OFFLINE',
): Promise<void> {
  const partners = await recentPartners(pool, userId, PRESENCE_AUDIENCE)
  const online = await presence.online([...partners, userId])
  // Another node may have published the opposite since. The last event must be true.
  if (online.has(userId) !== (event === 'USER_ONLINE')) return
  const audience = partners.filter((partner) => online.has(partner))
  if (audience.length > 0) await live.publish(audience, { event, data: { userId } })
}
