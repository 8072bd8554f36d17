import { v7 as uuidv7 } from 'uuid'
import { TIMING } from '#schema/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import { candidatesFor } from './candidates.ts'
import { nextLook } from './relaxation.ts'
import {
  foldInterests,
  isStarted,
  membersOf,
  partnerIn,
  type Seeker,
  type Settled,
  type Ticket,
} from './ticket.ts'
import type { Poll, TicketStore } from './ticket-store.ts'

export { createMemberSearch, type MemberSearch } from './member-search.ts'
export { createMemoryTicketStore } from './memory-ticket-store.ts'
export { createRedisTicketStore } from './redis-ticket-store.ts'
export type { Seeker, SettledPair, Ticket } from './ticket.ts'
export type { Poll, TicketStore } from './ticket-store.ts'

export interface Matched {
  status: 'matched'
  conversationId: string
  partnerId: string
}

export interface Searching {
  status: 'searching'
  waitingSince: number
}

export interface Matching {
  /**
   * Begins a poll, before anything else that it waits for: a cancel or a chat from a list that comes later overtakes it.
   * Returns a match that was made already, whatever the member may start today.
   */
  begin(userId: string, searchId?: string | null): Promise<{ poll: Poll; matched: Matched | null }>
  /**
   * Asked again every few seconds while a member looks for a match: keeps their ticket alive, and tries.
   * @throws ApiError CONFLICT for a search that was cancelled by its id
   */
  find(seeker: Seeker, poll?: Poll): Promise<Matched | Searching>
  /**
   * Once this has resolved, the ticket is gone, and no poll that began before brings it back; nor does any poll with
   * this search id. A match that came first is handed back, to be left.
   */
  cancel(userId: string, searchId?: string | null): Promise<Matched | { status: 'cancelled' }>
  /**
   * Opens a chat from a list, after taking both members out of the search. Their polls that are under way, and the
   * next poll of a member whose ticket waited, return this chat. `members` are those whose search ends.
   */
  startChat<Opened>(
    pair: { starterId: string; partnerId: string },
    members: readonly string[],
    open: () => Promise<Opened>,
  ): Promise<Opened>
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
  /** Idempotent; tells both. `starters` is who it counts for. @throws ApiError when the two may not talk */
  openConversation(
    userA: string,
    userB: string,
    starters: readonly string[],
  ): Promise<{ conversationId: string }>
  onError(error: unknown): void
}

const TICK_EVERY = 1_000
const TICK_BATCH = 200

export function createMatching({ store, clock, openConversation, onError }: MatchingDeps): Matching {
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()

  const freshSince = () => clock.now() - TIMING.ticketSeenWithin

  /** Any node that learns of a settled pair completes it. A node that dies in between loses nothing. */
  async function complete(pair: Settled, userId: string): Promise<Matched | null> {
    const [first, second] = membersOf(pair)
    const starters = isStarted(pair) ? [pair.starterId] : [first, second]
    try {
      const { conversationId } = await openConversation(first, second, starters)
      return { status: 'matched', conversationId, partnerId: partnerIn(pair, userId) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await (isStarted(pair) ? store.release(pair) : store.undo(pair))
      return null
    }
  }

  async function tryMatch(ticket: Ticket): Promise<Matched | null> {
    for await (const candidate of candidatesFor({ store, clock }, ticket)) {
      const pair = { pairId: uuidv7(), a: ticket, b: candidate.ticket }
      // Somebody else may have been faster; then the next best is taken.
      if (await store.claim(pair, freshSince())) return await complete(pair, ticket.userId)
    }
    return null
  }

  async function begin(userId: string, searchId: string | null = null) {
    const { mark, settled } = await store.begin(userId)
    return { poll: { mark, searchId }, matched: settled ? await complete(settled, userId) : null }
  }

  async function find(seeker: Seeker, begun?: Poll): Promise<Matched | Searching> {
    const poll = begun ?? { mark: (await store.begin(seeker.userId)).mark, searchId: null }
    const now = clock.now()
    const arrival = await store.arrive(
      {
        ...seeker,
        interests: foldInterests(seeker.interests),
        ticketId: uuidv7(),
        waitingSince: now,
        lastSeen: now,
      },
      poll,
    )
    if (arrival.settled) {
      const matched = await complete(arrival.settled, seeker.userId)
      return matched ?? { status: 'searching', waitingSince: now }
    }
    if (!arrival.ticket) {
      if (arrival.cancelledById) throw new ApiError('CONFLICT', 'This search was cancelled. Start a new one.')
      return { status: 'searching', waitingSince: now }
    }
    const matched = await tryMatch(arrival.ticket)
    if (matched) return matched
    // Another search, or the tick of a node, may have taken this ticket since.
    const [{ settled }] = await Promise.all([
      store.begin(seeker.userId),
      store.lookAgain(seeker.userId, nextLook(arrival.ticket.waitingSince, now)),
    ])
    const made = settled && (await complete(settled, seeker.userId))
    return made ?? { status: 'searching', waitingSince: arrival.ticket.waitingSince }
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
    begin,
    find,
    tick,

    async cancel(userId, searchId = null) {
      const pair = await store.leave(userId, searchId)
      // A chat from a list was not made by the search that ends here.
      const matched = pair && !isStarted(pair) ? await complete(pair, userId) : null
      return matched ?? { status: 'cancelled' }
    },

    async startChat({ starterId, partnerId }, members, open) {
      const pair = { pairId: uuidv7(), starterId, partnerId }
      await store.start(pair, members)
      try {
        return await open()
      } catch (error) {
        await store.release(pair)
        throw error
      }
    },

    async remove(userId) {
      await store.leave(userId, null)
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
      clearTimeout(timer)
      await ticking
      clearTimeout(timer)
    },
  }
}
