import { TIMING } from '#schema/limits.ts'
import { absentMembers } from '#server/domains/matching/absent-members.ts'
import { completePair } from '#server/domains/matching/complete-pair.ts'
import type { MatchingContext } from '#server/domains/matching/matching-context.ts'
import { membersOf, type RingingPair } from '#server/domains/matching/ticket.ts'
import type { Rung } from '#server/domains/matching/ticket-store.ts'
import { announceRing } from './announce-ring.ts'
import { settleRing } from './settle-ring.ts'
import { tellSearch } from './tell-search.ts'

const RING_BATCH = 100

/** Announces the rings that no node has announced, and ends those whose time is over. */
export async function tickRings(context: MatchingContext): Promise<void> {
  const { store, clock } = context
  const now = clock.now()
  for (const { pair, members } of await store.dueRings(now, RING_BATCH)) {
    const there = await presentMembers(context, members)
    if (there.length === members.length) await open(context, pair)
    else if (now < pair.until) await announceRing(context, pair, there)
    else await endRing(context, pair, there)
  }
}

async function presentMembers(context: MatchingContext, members: readonly Rung[]): Promise<string[]> {
  const came = members.flatMap(({ userId, came }) => (came === null ? [] : { userId, lastSeen: came }))
  const absent = await absentMembers(context, came)
  return came.map(({ userId }) => userId).filter((userId) => !absent.has(userId))
}

/** Opens the chat of two who have both come, for a node that stopped before it did. */
async function open(context: MatchingContext, pair: RingingPair) {
  const settled = await settleRing(context, pair)
  if (settled) await completePair(context, settled, pair.a.userId)
  else await endRing(context, pair, membersOf(pair))
}

async function endRing(context: MatchingContext, pair: RingingPair, stay: readonly string[]) {
  const { store, clock, metrics } = context
  // Another node may have ended it.
  if (!(await store.endRing(pair, { seenSince: clock.now() - TIMING.ticketSeenWithin, stay }))) return
  metrics.counter('rings', { outcome: 'missed' })()
  await tellSearch(context, membersOf(pair))
}
