import { TIMING } from '#schema/limits.ts'
import { absentMembers } from './absent-members.ts'
import { leaveEvening } from './leave-evening.ts'
import { matchWaiting } from './match-waiting.ts'
import type { MatchingContext } from './matching-context.ts'
import { nextLook } from './relaxation.ts'
import { announceRing } from './rings/announce-ring.ts'
import { tickRings } from './rings/tick-rings.ts'
import { presentUntil } from './ticket.ts'

const TICK_BATCH = 200

/** Tries to match a bounded number of waiting tickets, the most overdue first, and attends to those who are rung. */
export async function tick(context: MatchingContext): Promise<void> {
  for (const userId of await context.store.due(context.clock.now(), TICK_BATCH))
    await tryAgain(context, userId)
  await tickRings(context)
}

async function tryAgain(context: MatchingContext, userId: string) {
  const { store, clock } = context
  const waiting = await store.ticket(userId)
  const ticket = waiting && (await leaveEvening(context, waiting))
  if (!ticket) return
  const seen = { userId, lastSeen: presentUntil(ticket) }
  if ((await absentMembers(context, [seen])).has(userId))
    return store.expire(userId, clock.now() - TIMING.ticketSeenWithin)
  const found = await matchWaiting(context, ticket)
  if (found?.status === 'ringing') await announceRing(context, found.pair)
  if (!found) await store.lookAgain(userId, nextLook(ticket.waitingSince, clock.now()))
}
