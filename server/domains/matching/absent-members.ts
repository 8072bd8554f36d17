import { TIMING } from '#schema/limits.ts'
import type { MatchingContext } from './matching-context.ts'
import type { Ticket } from './ticket.ts'

type Seen = Pick<Ticket, 'userId' | 'lastSeen'>

/**
 * Returns the members who are gone: those who have not polled for 15 s and have no open stream, or have not polled for
 * 90 s. Browsers slow the timers of a hidden tab to one a minute, while its stream stays open.
 */
export async function absentMembers(
  { connected, clock }: Pick<MatchingContext, 'connected' | 'clock'>,
  tickets: readonly Seen[],
): Promise<Set<string>> {
  const now = clock.now()
  const silentFor = (milliseconds: number) =>
    tickets.filter(({ lastSeen }) => lastSeen < now - milliseconds).map(({ userId }) => userId)
  const absent = new Set(silentFor(TIMING.ticketSeenWithin))
  if (absent.size === 0) return absent
  for (const userId of await connected([...absent])) absent.delete(userId)
  for (const userId of silentFor(TIMING.ticketSeenWithStream)) absent.add(userId)
  return absent
}
