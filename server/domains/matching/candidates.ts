import { TIMING } from '#schema/limits.ts'
import { absentMembers } from './absent-members.ts'
import { acceptsExchange } from './exchange.ts'
import type { MatchingContext } from './matching-context.ts'
import { MEET_AGAIN_AFTER, stageOf, suffices } from './relaxation.ts'
import { byPreference, type Candidate, likeness, rarity } from './scoring.ts'
import { suitByAge } from './suit-by-age.ts'
import {
  type CandidateTicket,
  type QueueToSearch,
  queuesToSearch,
  type Seeker,
  type Ticket,
} from './ticket.ts'
import type { Reading, Round } from './ticket-store.ts'

/** Each round reads this many times as many places of a queue as the one before. */
const GROWTH = 4
/** One search reads at most this many places of all its queues together. */
const PLACES_READ = 2_000

type CandidateContext = Pick<MatchingContext, 'store' | 'clock' | 'connected'>

/** Returns what the first round of a search reads: the heads of its queues. */
export const firstReading = (seeker: Seeker, now: number): Reading => ({
  queues: queuesToSearch(seeker, now),
  seenSince: now - TIMING.ticketSeenWithStream,
})

/** Returns what the first round of a ticket reads that has waited: more, because a crowd waits at once after an outage. */
export function wideReading(ticket: Ticket, now: number): Reading {
  const reading = firstReading(ticket, now)
  return { ...reading, queues: reading.queues.map((queue) => ({ ...queue, take: queue.take * GROWTH })) }
}

/** How a search begins. */
interface Beginning {
  /** By default the heads of the queues. */
  reading?: Reading
  /** The first round, if the caller has read it. */
  round?: Round | undefined
}

/**
 * Yields members to match with, the best of each round first. The first round is that of `beginning`; further rounds read on behind them, as long as no member was claimed, places are left that may be
 * eligible, and the total is below `PLACES_READ`. Members without a common language come after all rounds.
 */
export async function* candidatesFor(context: CandidateContext, ticket: Ticket, beginning: Beginning = {}) {
  const { store, clock } = context
  const now = clock.now()
  let { reading = firstReading(ticket, now) } = beginning
  let round = beginning.round ?? (await store.candidates(ticket, reading))
  const weightOf = weightsIn(round, ticket)
  const known = new Set<string>()
  const outdated = new Set<string>()
  const withoutLanguage: Candidate[] = []
  let read = 0
  try {
    for (;;) {
      for (const userId of round.outdated) outdated.add(userId)
      const unread = round.found.filter(({ ticket: { userId } }) => !known.has(userId))
      for (const { ticket: other } of unread) known.add(other.userId)
      const absent = await absentMembers(
        context,
        unread.map((one) => one.ticket),
      )
      for (const userId of absent) outdated.add(userId)
      const found = unread.filter(({ ticket: { userId } }) => !absent.has(userId))
      const fitting = eligible(ticket, found, { weightOf, now })
      yield* fitting.filter(({ likeness: { language } }) => language)
      withoutLanguage.push(...fitting.filter(({ likeness: { language } }) => !language))
      read += reading.queues.reduce((total, { take }) => total + take, 0)
      const queues = furtherPlaces(reading.queues, round.more, PLACES_READ - read)
      if (queues.length === 0) break
      reading = { ...reading, queues }
      round = await store.candidates(ticket, reading)
    }
    yield* withoutLanguage.sort(byPreference)
  } finally {
    // Only now: taking members out of a queue moves those behind them.
    await Promise.all([...outdated].map((userId) => store.expire(userId, now - TIMING.ticketSeenWithin)))
  }
}

/** Returns the weight of each interest of a ticket, by the crowd of a round. */
function weightsIn({ waiting, byInterest }: Round, { interests }: Ticket) {
  const counts = new Map(interests.map((interest, index) => [interest, byInterest[index] ?? 0]))
  const crowd = { waiting, with: (interest: string) => counts.get(interest) ?? 0 }
  const weights = new Map(interests.map((interest) => [interest, rarity(crowd, interest)]))
  return (interest: string) => weights.get(interest) ?? 0
}

/** Returns the members who suit the ticket by age and have enough in common with it, the best first. */
function eligible(
  ticket: Ticket,
  found: Round['found'],
  { weightOf, now }: { weightOf: (interest: string) => number; now: number },
): Candidate[] {
  const stage = stageOf(ticket, now)
  const mayMeetAgain = (other: CandidateTicket) =>
    Math.min(now - ticket.waitingSince, now - other.waitingSince) > MEET_AGAIN_AFTER
  const candidates: Candidate[] = []
  for (const { ticket: other, metLately } of found) {
    if (metLately && !mayMeetAgain(other)) continue
    if (!suitByAge(ticket, other)) continue
    const likenessOfBoth = likeness(ticket, other, weightOf)
    if (![ticket, other].every((one) => acceptsExchange(one, likenessOfBoth.exchange, now))) continue
    if (suffices(likenessOfBoth, Math.max(stage, stageOf(other, now))))
      candidates.push({ ticket: other, likeness: likenessOfBoth })
  }
  return candidates.sort(byPreference)
}

/** Returns the ranges behind those that were read, of the queues that have more places. */
function furtherPlaces(
  queues: readonly QueueToSearch[],
  more: readonly boolean[],
  left: number,
): QueueToSearch[] {
  const further = queues.filter((_, index) => more[index])
  const share = Math.floor(left / further.length)
  return further
    .map((queue) => ({
      ...queue,
      from: queue.from + queue.take,
      take: Math.min(queue.take * GROWTH, share),
    }))
    .filter(({ take }) => take > 0)
}
