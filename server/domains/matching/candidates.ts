import { TIMING } from '#schema/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { highestStage, LAST_STAGE_FROM, stageOf, suffices } from './relaxation.ts'
import { byPreference, type Candidate, type Crowd, likeness, rarity } from './scoring.ts'
import { type QueueToSearch, queuesToSearch, type Ticket } from './ticket.ts'
import type { TicketStore } from './ticket-store.ts'

/** Each round reads this many times as many places of a queue as the one before. */
const GROWTH = 4
/** One search reads at most this many places of all its queues together. */
export const PLACES_READ = 2_000

interface CandidateDeps {
  store: TicketStore
  clock: Clock
}

/**
 * Yields members to match with, the best of each round first. The first round reads the heads of the queues; further
 * rounds read on behind them, as long as no member was claimed, places are left that may be eligible, and the total is
 * below `PLACES_READ`.
 */
export async function* candidatesFor({ store, clock }: CandidateDeps, ticket: Ticket) {
  const now = clock.now()
  const fresh = now - TIMING.ticketSeenWithin
  const crowd = await crowdFor(store, ticket)
  const weights = new Map(ticket.interests.map((interest) => [interest, rarity(crowd, interest)]))
  const weightOf = (interest: string) => weights.get(interest) ?? 0
  const stage = stageOf(ticket, now)
  const except = [ticket.userId, ...ticket.blockedIds]
  const known = new Set<string>()
  const outdated: string[] = []
  let read = 0
  try {
    for (let queues = queuesToSearch(ticket); queues.length > 0; ) {
      const { tickets, ends } = await store.candidates(queues, except)
      const similar: Candidate[] = []
      for (const other of tickets) {
        if (known.has(other.userId)) continue
        known.add(other.userId)
        if (other.lastSeen < fresh) outdated.push(other.userId)
        else if (!other.blockedIds.includes(ticket.userId)) {
          const likenessOfBoth = likeness(ticket, other, weightOf)
          if (suffices(likenessOfBoth, Math.max(stage, stageOf(other, now))))
            similar.push({ ticket: other, likeness: likenessOfBoth })
        }
      }
      yield* await notMetLately(store, ticket, similar, now)
      read += queues.reduce((total, { take }) => total + take, 0)
      queues = furtherPlaces(queues, ends, { stage, now, left: PLACES_READ - read })
    }
  } finally {
    // Only now: taking members out of a queue moves those behind them.
    await Promise.all(outdated.map((userId) => store.expire(userId, fresh)))
  }
}

async function crowdFor(store: TicketStore, ticket: Ticket): Promise<Crowd> {
  const { waiting, byInterest } = await store.counts(ticket.interests)
  const counts = new Map(ticket.interests.map((interest, index) => [interest, byInterest[index] ?? 0]))
  return { waiting, with: (interest) => counts.get(interest) ?? 0 }
}

/** Two members who met lately meet again only when both have waited past the last stage. */
async function notMetLately(store: TicketStore, ticket: Ticket, candidates: Candidate[], now: number) {
  if (candidates.length === 0) return []
  const met = await store.metLately(
    ticket.userId,
    candidates.map((candidate) => candidate.ticket.userId),
  )
  const bothDone = (other: Ticket) =>
    Math.min(now - ticket.waitingSince, now - other.waitingSince) > LAST_STAGE_FROM
  return candidates
    .filter((candidate) => !met.has(candidate.ticket.userId) || bothDone(candidate.ticket))
    .sort(byPreference)
}

/** Returns the ranges behind those that were read, without the queues in which no member further back can be eligible. */
function furtherPlaces(
  queues: readonly QueueToSearch[],
  ends: readonly (number | null)[],
  { stage, now, left }: { stage: number; now: number; left: number },
): QueueToSearch[] {
  const further = queues.filter((queue, index) => {
    const end = ends[index]
    if (end === null || end === undefined) return false
    // Everyone behind waits for less long than the last one read.
    return queue.mayBeStrong || queue.stage <= Math.max(stage, highestStage(end, now))
  })
  const share = Math.floor(left / further.length)
  return further
    .map((queue) => ({
      ...queue,
      from: queue.from + queue.take,
      take: Math.min(queue.take * GROWTH, share),
    }))
    .filter(({ take }) => take > 0)
}
