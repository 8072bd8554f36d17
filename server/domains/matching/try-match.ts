import { v7 as uuidv7 } from 'uuid'
import { TIMING } from '#schema/limits.ts'
import { NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { absentMembers } from './absent-members.ts'
import { candidatesFor } from './candidates.ts'
import { completePair } from './complete-pair.ts'
import type { Matched, MatchingDeps } from './matching.ts'
import { nextLook } from './relaxation.ts'
import { refOf, type Ticket } from './ticket.ts'
import type { Round } from './ticket-store.ts'

type TryDeps = Pick<MatchingDeps, 'store' | 'clock' | 'connected' | 'openConversation' | 'metrics'>

const TICK_BATCH = 200

/** Claims the best candidate for a waiting ticket; null when there is none. `round`: the first round, if it was read. */
export async function tryMatch(deps: TryDeps, ticket: Ticket, round?: Round): Promise<Matched | null> {
  const { store, clock } = deps
  for await (const candidate of candidatesFor(deps, ticket, round)) {
    const pair = { pairId: uuidv7(), a: refOf(ticket), b: refOf(candidate.ticket) }
    // Another search may have claimed the candidate first. Then the next best is tried.
    if (await store.claim(pair, clock.now() - TIMING.ticketSeenWithStream)) {
      observeWaits(deps, [ticket, candidate.ticket])
      return await completePair(deps, pair, ticket.userId)
    }
  }
  return null
}

function observeWaits(
  { clock, metrics = NO_METRICS }: TryDeps,
  tickets: readonly Pick<Ticket, 'waitingSince'>[],
) {
  const observe = metrics.histogram('matchWait', {})
  for (const { waitingSince } of tickets) observe(Math.max(0, clock.now() - waitingSince) / 1_000)
}

/** Tries to match a bounded number of waiting tickets, the most overdue first. */
export async function tick(deps: TryDeps): Promise<void> {
  for (const userId of await deps.store.due(deps.clock.now(), TICK_BATCH)) await tryAgain(deps, userId)
}

async function tryAgain(deps: TryDeps, userId: string) {
  const { store, clock } = deps
  const ticket = await store.ticket(userId)
  if (!ticket) return
  if ((await absentMembers(deps, [ticket])).has(userId))
    return store.expire(userId, clock.now() - TIMING.ticketSeenWithin)
  if (!(await tryMatch(deps, ticket)))
    await store.lookAgain(userId, nextLook(ticket.waitingSince, clock.now()))
}
