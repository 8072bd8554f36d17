import type { Live } from '#server/domains/live/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'

export interface NotifyPartnersDeps {
  /** Returns a member's partners with the latest activity. */
  recentPartners(userId: string): Promise<string[]>
  live: Pick<Live, 'publish'>
  presence: Pick<Presence, 'online'>
}

/** Notifies a member's latest partners who are online that the member came online or went offline. */
export async function notifyPartners(
  { recentPartners, live, presence }: NotifyPartnersDeps,
  userId: string,
  event: 'USER_ONLINE' | 'USER_OFFLINE',
): Promise<void> {
  const partners = await recentPartners(userId)
  const online = await presence.online([...partners, userId])
  // Another node may have published the opposite since. The last event must be true.
  if (online.has(userId) !== (event === 'USER_ONLINE')) return
  const audience = partners.filter((partner) => online.has(partner))
  if (audience.length > 0) await live.publish(audience, { event, data: { userId } })
}
