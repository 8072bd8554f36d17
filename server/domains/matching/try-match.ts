import { v7 as uuidv7 } from 'uuid'
import { TIMING } from '#schema/limits.ts'
import { absentMembers } from './absent-members.ts'
import { candidatesFor } from './candidates.ts'
import { completePair } from './complete-pair.ts'
import type { Matched, MatchingContext } from './matching-context.ts'
import { observeWaits } from './observe-waits.ts'
import { nextLook } from './relaxation.ts'
import { announceRing } from './rings/announce-ring.ts'
import { tickRings } from './rings/tick-rings.ts'
import { commonEvening } from './scoring.ts'
import { presentUntil, type RingingPair, refOf, type Ticket } from './ticket.ts'
import type { Round } from './ticket-store.ts'

const TICK_BATCH = 200

/**
 * Claims the best candidate for a waiting ticket; null when there is none. If one of the two is to be rung, they ring, and
 * the caller announces it. `round`: the first round, if it was read.
 */
export async function tryMatch(
  context: MatchingContext,
  ticket: Ticket,
  round?: Round,
): Promise<Matched | { status: 'ringing'; pair: RingingPair } | null> {
  const { store, clock } = context
  for await (const candidate of candidatesFor(context, ticket, round)) {
    const evening = commonEvening(ticket, candidate.ticket)
    const pair = {
      pairId: uuidv7(),
      a: refOf(ticket),
      b: refOf(candidate.ticket),
      ...(evening && { evening }),
      ...(candidate.likeness.exchange > 0 && { exchange: true as const }),
    }
    // Another search may have claimed the candidate first. Then the next best is tried.
    const now = clock.now()
    const claimed = await store.claim(pair, now - TIMING.ticketSeenWithStream, now + TIMING.ringFor)
    if (claimed === true) {
      observeWaits(context, [ticket, candidate.ticket])
      return await completePair(context, pair, ticket.userId)
    }
    if (claimed) return { status: 'ringing', pair: claimed }
  }
  return null
}

/** Tries to match a bounded number of waiting tickets, the most overdue first, and attends to those who are rung. */
export async function tick(context: MatchingContext): Promise<void> {
  for (const userId of await context.store.due(context.clock.now(), TICK_BATCH))
    await tryAgain(context, userId)
  await tickRings(context)
}

async function tryAgain(context: MatchingContext, userId: string) {
  const { store, clock } = context
  const ticket = await store.ticket(userId)
  if (!ticket) return
  const seen = { userId, lastSeen: presentUntil(ticket) }
  if ((await absentMembers(context, [seen])).has(userId))
    return store.expire(userId, clock.now() - TIMING.ticketSeenWithin)
  const found = await tryMatch(context, ticket)
  if (found?.status === 'ringing') await announceRing(context, found.pair)
  if (!found) await store.lookAgain(userId, nextLook(ticket.waitingSince, clock.now()))
}
