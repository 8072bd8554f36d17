import { v7 as uuidv7 } from 'uuid'
import { TIMING } from '#schema/limits.ts'
import { candidatesFor } from './candidates.ts'
import { completePair } from './complete-pair.ts'
import type { Matched, MatchingContext } from './matching-context.ts'
import { observeWaits } from './observe-waits.ts'
import { type Candidate, commonEvening } from './scoring.ts'
import { type RingingPair, refOf, type Ticket } from './ticket.ts'
import type { Round } from './ticket-store.ts'

/** A claimed pair. If one of the two is to be rung, they ring, and the caller announces it. */
export type Found = Matched | { status: 'ringing'; pair: RingingPair }

/** Claims the best candidate for a ticket; null when there is none. `round`: the first round, if it was read. */
export async function tryMatch(
  context: MatchingContext,
  ticket: Ticket,
  round?: Round,
): Promise<Found | null> {
  for await (const candidate of candidatesFor(context, ticket, { round })) {
    // Another search may have claimed the candidate first. Then the next best is tried.
    const found = await claimPair(context, ticket, candidate)
    if (found) return found
  }
  return null
}

/** Claims a candidate for a ticket; null when one of the two no longer waits. */
export async function claimPair(
  context: MatchingContext,
  ticket: Ticket,
  candidate: Candidate,
): Promise<Found | null> {
  const { store, clock } = context
  const evening = commonEvening(ticket, candidate.ticket)
  const pair = {
    pairId: uuidv7(),
    a: refOf(ticket),
    b: refOf(candidate.ticket),
    ...(evening && { evening }),
    ...(candidate.likeness.exchange > 0 && { exchange: true as const }),
  }
  const now = clock.now()
  const claimed = await store.claim(pair, now - TIMING.ticketSeenWithStream, now + TIMING.ringFor)
  if (claimed === true) {
    observeWaits(context, [ticket, candidate.ticket])
    return await completePair(context, pair, ticket.userId)
  }
  return claimed ? { status: 'ringing', pair: claimed } : null
}
