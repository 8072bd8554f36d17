import { v7 as uuidv7 } from 'uuid'
import { TIMING } from '#schema/limits.ts'
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { LAST_STAGE_FROM, nextLook, suffices } from './relaxation.ts'
import { byPreference, type Candidate, type Crowd, likeness, rarity } from './scoring.ts'
import {
  foldInterests,
  partnerIn,
  queuesToSearch,
  type Seeker,
  type SettledPair,
  type Ticket,
} from './ticket.ts'
import type { TicketStore } from './ticket-store.ts'

export { createMemberSearch, type MemberSearch } from './member-search.ts'
export { createMemoryTicketStore } from './memory-ticket-store.ts'
export { createRedisTicketStore } from './redis-ticket-store.ts'
export type { Seeker, SettledPair, Ticket } from './ticket.ts'
export type { TicketStore } from './ticket-store.ts'

export interface Matched {
  status: 'matched'
  conversationId: string
  partnerId: string
}

export interface Matching {
  /** Asked again every few seconds while somebody looks for a match: keeps their ticket alive, and tries. */
  find(seeker: Seeker): Promise<Matched | { status: 'searching'; waitingSince: number }>
  /** Once this has resolved, the ticket is gone. A match that came first is handed back, to be left. */
  cancel(userId: string): Promise<Matched | { status: 'cancelled' }>
  /** Takes the ticket of somebody who may not talk any more, and whatever was settled for them. */
  remove(userId: string): Promise<void>
  /** The conversation of these two has ended: it is no answer to the next search. */
  forget(userA: string, userB: string): Promise<void>
  block(userA: string, userB: string): Promise<void>
  waiting(): Promise<number>
  longestWaiting(limit: number): Promise<Ticket[]>
  /** Looks at those again who wait: a bounded number, the most overdue first. */
  tick(): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

export interface MatchingDeps {
  store: TicketStore
  clock: Clock
  /** Idempotent; tells both. @throws ApiError when the two may not talk */
  openConversation(userA: string, userB: string): Promise<{ conversationId: string }>
  onError(error: unknown): void
}

const TICK_EVERY = 1_000
const TICK_BATCH = 200

export function createMatching({ store, clock, openConversation, onError }: MatchingDeps): Matching {
  let timer: NodeJS.Timeout | null = null
  let ticking: Promise<void> = Promise.resolve()

  const freshSince = () => clock.now() - TIMING.ticketSeenWithin

  /** Whoever learns of a settled pair completes it, so that a node that dies in between loses nothing. */
  async function complete(pair: SettledPair, userId: string): Promise<Matched | null> {
    try {
      const { conversationId } = await openConversation(pair.a.userId, pair.b.userId)
      return { status: 'matched', conversationId, partnerId: partnerIn(pair, userId) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await store.undo(pair)
      return null
    }
  }

  async function crowdFor(ticket: Ticket): Promise<Crowd> {
    const { waiting, byInterest } = await store.counts(ticket.interests)
    const counts = new Map(ticket.interests.map((interest, index) => [interest, byInterest[index] ?? 0]))
    return { waiting, with: (interest) => counts.get(interest) ?? 0 }
  }

  async function rank(ticket: Ticket): Promise<Candidate[]> {
    const now = clock.now()
    const fresh = freshSince()
    const [found, crowd] = await Promise.all([store.candidates(queuesToSearch(ticket)), crowdFor(ticket)])
    const weights = new Map(ticket.interests.map((interest) => [interest, rarity(crowd, interest)]))
    const weightOf = (interest: string) => weights.get(interest) ?? 0
    const candidates: Candidate[] = []
    for (const other of found) {
      if (other.userId === ticket.userId) continue
      if (other.lastSeen < fresh) {
        await store.expire(other.userId, fresh)
        continue
      }
      if (ticket.blockedIds.includes(other.userId) || other.blockedIds.includes(ticket.userId)) continue
      const likenessOfBoth = likeness(ticket, other, weightOf)
      const waited = now - Math.min(ticket.waitingSince, other.waitingSince)
      if (suffices(likenessOfBoth, waited)) candidates.push({ ticket: other, likeness: likenessOfBoth })
    }
    if (candidates.length === 0) return []
    const met = await store.metLately(
      ticket.userId,
      candidates.map((candidate) => candidate.ticket.userId),
    )
    // People who met lately meet again only when both have seen everybody else.
    const bothDone = (other: Ticket) =>
      Math.min(now - ticket.waitingSince, now - other.waitingSince) > LAST_STAGE_FROM
    return candidates
      .filter((candidate) => !met.has(candidate.ticket.userId) || bothDone(candidate.ticket))
      .sort(byPreference)
  }

  async function tryMatch(ticket: Ticket): Promise<Matched | null> {
    for (const candidate of await rank(ticket)) {
      const pair = { pairId: uuidv7(), a: ticket, b: candidate.ticket }
      // Somebody else may have been faster; then the next best is taken.
      if (await store.claim(pair, freshSince())) return complete(pair, ticket.userId)
    }
    return null
  }

  async function find(seeker: Seeker): Promise<Matched | { status: 'searching'; waitingSince: number }> {
    const now = clock.now()
    const arrival = await store.arrive({
      ...seeker,
      interests: foldInterests(seeker.interests),
      ticketId: uuidv7(),
      waitingSince: now,
      lastSeen: now,
    })
    if (arrival.settled) {
      const matched = await complete(arrival.settled, seeker.userId)
      return matched ?? { status: 'searching', waitingSince: now }
    }
    const matched = await tryMatch(arrival.ticket)
    if (matched) return matched
    await store.lookAgain(seeker.userId, nextLook(arrival.ticket.waitingSince, now))
    return { status: 'searching', waitingSince: arrival.ticket.waitingSince }
  }

  async function look(userId: string) {
    const ticket = await store.ticket(userId)
    if (!ticket) return
    const fresh = freshSince()
    if (ticket.lastSeen < fresh) return store.expire(userId, fresh)
    if (!(await tryMatch(ticket))) await store.lookAgain(userId, nextLook(ticket.waitingSince, clock.now()))
  }

  async function tick() {
    for (const userId of await store.due(clock.now(), TICK_BATCH)) await look(userId)
  }

  return {
    find,
    tick,

    async cancel(userId) {
      const pair = await store.leave(userId)
      const matched = pair ? await complete(pair, userId) : null
      return matched ?? { status: 'cancelled' }
    },

    async remove(userId) {
      await store.leave(userId)
    },

    async forget(userA, userB) {
      await Promise.all([store.forget(userA, userB), store.forget(userB, userA)])
    },

    block: (userA, userB) => store.block(userA, userB),
    waiting: () => store.waiting(),
    longestWaiting: (limit) => store.longestWaiting(limit),

    start() {
      const again = () => {
        timer = setTimeout(() => {
          ticking = tick().catch(onError).then(again)
        }, TICK_EVERY)
        timer.unref()
      }
      again()
    },

    async [Symbol.asyncDispose]() {
      if (timer) clearTimeout(timer)
      await ticking
      if (timer) clearTimeout(timer)
    },
  }
}
