import { v7 as uuidv7 } from 'uuid'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { foldInterests } from '#server/platform/interest-keys.ts'
import { firstReading } from './candidates.ts'
import { completePair } from './complete-pair.ts'
import { matchWaiting } from './match-waiting.ts'
import type { Matched, MatchingContext, Searching } from './matching-context.ts'
import { nextLook } from './relaxation.ts'
import { announceRing } from './rings/announce-ring.ts'
import { comeToRing } from './rings/come-to-ring.ts'
import { type Held, isRinging, type Seeker } from './ticket.ts'
import type { Poll } from './ticket-store.ts'
import { tryMatch } from './try-match.ts'

/**
 * Refreshes the member's ticket and tries to match it. A poll of null begins now.
 * @throws ApiError CONFLICT for a search cancelled by its id
 */
export async function findMatch(
  context: MatchingContext,
  seeker: Seeker,
  poll: Poll | null,
): Promise<Matched | Searching> {
  const { store, clock } = context
  const now = clock.now()
  const arriving = {
    ...seeker,
    interests: foldInterests(seeker.interests),
    ticketId: uuidv7(),
    waitingSince: now,
    lastSeen: now,
  }
  const arrival = await store.arrive(arriving, poll, firstReading(arriving, now))
  if (arrival.settled)
    return (
      (await takeUp(context, arrival.settled, seeker.userId)) ?? { status: 'searching', waitingSince: now }
    )
  if (!arrival.ticket) {
    if (arrival.cancelledById)
      throw new ApiError('CONFLICT', text('This search was cancelled. Start a new one.'))
    return { status: 'searching', waitingSince: now }
  }
  const { waitingSince, ringUntil } = arrival.ticket
  const match = waitingSince < now ? matchWaiting : tryMatch
  const matched = await match(context, arrival.ticket, arrival.round)
  if (matched?.status === 'matched') return matched
  if (matched) {
    const found = await comeToRing(context, matched.pair, seeker.userId)
    await announceRing(context, matched.pair, [seeker.userId])
    return found ?? { status: 'searching', waitingSince }
  }
  // Another search, or the tick of a node, may have claimed this ticket since.
  const settled = await store.lookAgain(seeker.userId, nextLook(waitingSince, now))
  const made = settled && (await takeUp(context, settled, seeker.userId))
  return made ?? { status: 'searching', waitingSince, ...(ringUntil && { ringUntil }) }
}

/** Completes what is kept for a member who polls: a settled pair opens, to a ringing pair they have come. */
const takeUp = (context: MatchingContext, held: Held, userId: string): Promise<Matched | Searching | null> =>
  isRinging(held) ? comeToRing(context, held, userId) : completePair(context, held, userId)
