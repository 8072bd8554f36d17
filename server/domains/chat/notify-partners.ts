import type { Pool } from 'pg'
import type { Live } from '#server/domains/live/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import { recentPartners } from './partner.ts'

/** Who hears that a member came or went; presence in longer lists is read, not pushed. */
const PRESENCE_AUDIENCE = 50

export interface TellPartnersDeps {
  pool: Pool
  live: Pick<Live, 'publish'>
  presence: Pick<Presence, 'online'>
}

/** Tells a member's latest partners who are online that the member came online or went offline. */
export async function tellPartners(
  { pool, live, presence }: TellPartnersDeps,
  userId: string,
  event: 'USER_ONLINE' | 'USER_OFFLINE',
): Promise<void> {
  const partners = await recentPartners(pool, userId, PRESENCE_AUDIENCE)
  const online = await presence.online([...partners, userId])
  // Another node may have announced the opposite since: the last word must be the true one.
  if (online.has(userId) !== (event === 'USER_ONLINE')) return
  const listening = partners.filter((partner) => online.has(partner))
  if (listening.length > 0) await live.publish(listening, { event, data: { userId } })
}
