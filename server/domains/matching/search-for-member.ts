import { TIMING } from '#schema/limits.ts'
import { absentMembers } from './absent-members.ts'
import type { MatchingContext } from './matching-context.ts'
import { suitByAge } from './suit-by-age.ts'
import { queuesToSearch, type Seeker } from './ticket.ts'

/** How many places of each queue are read. */
const PLACES_READ = 20

/** A member who does not search. */
export type Bystander = Pick<
  Seeker,
  'userId' | 'gender' | 'genderFilter' | 'age' | 'minPartnerAge' | 'maxPartnerAge' | 'blockedIds'
>

/**
 * Returns whether another member who likes this folded interest is searching and could be matched with the bystander: by
 * blocks, gender filters and age ranges of both, and because they have not met lately. Changes nothing.
 */
export async function hasSearchFor(
  context: Pick<MatchingContext, 'store' | 'clock' | 'connected'>,
  bystander: Bystander,
  interest: string,
): Promise<boolean> {
  const { store, clock } = context
  const now = clock.now()
  const ticket = {
    ...bystander,
    interests: [interest],
    lookingFor: [],
    languages: [],
    learning: [],
    premium: false,
    ticketId: '',
    waitingSince: now,
    lastSeen: now,
  }
  // Stores skip the queues of an interest that one ticket has: that of the searching member. A bystander has none.
  const queues = queuesToSearch(ticket, now)
    .filter((queue) => queue.interest !== null)
    .map((queue) => ({ ...queue, take: PLACES_READ, interest: null }))
  const { found } = await store.candidates(ticket, { queues, seenSince: now - TIMING.ticketSeenWithStream })
  const suitable = found.filter(({ ticket: other, metLately }) => !metLately && suitByAge(ticket, other))
  const absent = await absentMembers(
    context,
    suitable.map((one) => one.ticket),
  )
  return suitable.some(({ ticket: { userId } }) => !absent.has(userId))
}
