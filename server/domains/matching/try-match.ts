import { v7 as uuidv7 } from 'uuid'
import { TIMING } from '#schema/limits.ts'
import { absentMembers } from './absent-members.ts'
import { candidatesFor } from './candidates.ts'
import { completePair } from './complete-pair.ts'
import type { Matched, MatchingContext } from './matching-context.ts'
import { nextLook } from './relaxation.ts'
import { commonEvening } from './scoring.ts'
import { refOf, type Ticket } from './ticket.ts'
import type { Round } from './ticket-store.ts'

const TICK_BATCH = 200

/** Claims the best candidate for a waiting ticket; null when there is none. `round`: the first round, if it was read. */
export async function tryMatch(
  context: MatchingContext,
  ticket: Ticket,
  round?: Round,
): Promise<Matched | null> {
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
    if (await store.claim(pair, clock.now() - TIMING.ticketSeenWithStream)) {
      observeWaits(context, [ticket, candidate.ticket])
      return await completePair(context, pair, ticket.userId)
    }
  }
  return null
}

function observeWaits({ clock, metrics }: MatchingContext, tickets: readonly Pick<Ticket, 'waitingSince'>[]) {
  const observe = metrics.histogram('matchWait', {})
  for (const { waitingSince } of tickets) observe(Math.max(0, clock.now() - waitingSince) / 1_000)
}

/** Tries to match a bounded number of waiting tickets, the most overdue first. */
export async function tick(context: MatchingContext): Promise<void> {
  for (const userId of await context.store.due(context.clock.now(), TICK_BATCH))
    await tryAgain(context, userId)
}

async function tryAgain(context: MatchingContext, userId: string) {
  const { store, clock } = context
  const ticket = await store.ticket(userId)
  if (!ticket) return
  if ((await absentMembers(context, [ticket])).has(userId))
    return store.expire(userId, clock.now() - TIMING.ticketSeenWithin)
  if (!(await tryMatch(context, ticket)))
    await store.lookAgain(userId, nextLook(ticket.waitingSince, clock.now()))
}
