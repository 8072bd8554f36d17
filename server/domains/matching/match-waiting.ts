import { candidatesFor, wideReading } from './candidates.ts'
import type { MatchingContext } from './matching-context.ts'
import { announceRing } from './rings/announce-ring.ts'
import { byLikeness, type Candidate } from './scoring.ts'
import type { Ticket } from './ticket.ts'
import type { Round } from './ticket-store.ts'
import { claimPair, type Found, tryMatch } from './try-match.ts'

/** How many better pairs one search lets go first. */
const MAX_YIELDS = 8
/** How many members a search looks at to find two who are each other's best partner. */
const MAX_STEPS = 8

/**
 * Matches a ticket that has waited, as `tryMatch` does. When many wait at once, the best partner of one is often a better one
 * for another member. Such pairs are claimed first. `round`: the first round, if it was read.
 */
export async function matchWaiting(
  context: MatchingContext,
  ticket: Ticket,
  round?: Round,
): Promise<Found | null> {
  for (let yields = 0; yields < MAX_YIELDS; yields += 1) {
    const pair = await bestPairFrom(context, ticket, yields === 0 ? round : undefined)
    if (!pair) return null
    const found = await claimPair(context, pair.one, pair.other)
    if (pair.one === ticket && found) return found
    if (found?.status === 'ringing') await announceRing(context, found.pair)
  }
  return tryMatch(context, ticket)
}

/** Goes from a ticket to its best partner, to the best partner of that one, and on, as long as the pair gets better. */
async function bestPairFrom(context: MatchingContext, ticket: Ticket, round?: Round) {
  let one = ticket
  let other = await bestFor(context, ticket, round)
  if (!other) return null
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = await context.store.ticket(other.ticket.userId)
    const rival = next && (await bestFor(context, next))
    if (!rival || byLikeness(rival.likeness, other.likeness) >= 0) break
    one = next
    other = rival
  }
  return { one, other }
}

async function bestFor(context: MatchingContext, ticket: Ticket, round?: Round): Promise<Candidate | null> {
  const isWhole = round && !round.more.includes(true)
  const beginning = isWhole ? { round } : { reading: wideReading(ticket, context.clock.now()) }
  for await (const candidate of candidatesFor(context, ticket, beginning)) return candidate
  return null
}
