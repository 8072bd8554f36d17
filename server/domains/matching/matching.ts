import { v7 as uuidv7 } from 'uuid'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { startTimer } from '#server/platform/metrics/start-timer.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { completePair } from './complete-pair.ts'
import { findMatch } from './find-match.ts'
import type { BelowMatching, Matched, MatchingContext } from './matching-context.ts'
import { createMemoryTicketStore } from './memory-ticket-store.ts'
import { createRedisTicketStore } from './redis-ticket-store.ts'
import { endRingOf } from './rings/end-ring-of.ts'
import { leaveSearch } from './rings/leave-search.ts'
import { searchStateOf } from './rings/search-state.ts'
import { setRing } from './rings/set-ring.ts'
import { type Bystander, hasSearchFor } from './search-for-member.ts'
import { tick } from './tick.ts'
import { isRinging, isStarted, type Seeker } from './ticket.ts'
import type { Poll, TicketStore } from './ticket-store.ts'

const TICK_EVERY = 1_000

export type Matching = ReturnType<typeof createMatching>

/** Creates the search for partners. `start` begins to match the waiting tickets once a second. */
export function createMatching(
  platform: Platform,
  { chat, presence, evenings }: BelowMatching,
  /** By default the tickets are in Redis, or in memory without it. */
  { store = openTicketStore(platform) }: { store?: TicketStore } = {},
) {
  const { clock, metrics, events } = platform
  const context = {
    store,
    clock,
    metrics,
    events,
    connected: presence.connected,
    openConversation: chat.open,
    runningEvening: evenings.running,
  }
  return {
    ...searches(context),
    ...createTicker(context, platform.failures.of('matching')),

    /**
     * Opens a chat from a list, after removing the tickets of `members`. Their polls under way, and the next poll of a
     * member whose ticket waited, return this chat.
     */
    async startChat<Opened>(
      { starterId, partnerId }: { starterId: string; partnerId: string },
      members: readonly string[],
      open: () => Promise<Opened>,
    ): Promise<Opened> {
      const pair = { pairId: uuidv7(), starterId, partnerId }
      await store.start(pair, members)
      try {
        return await open()
      } catch (error) {
        await store.release(pair)
        throw error
      }
    },

    /** Removes the ticket and the settled pair of a member who was suspended or whose account closed, and ends their ring. */
    async remove(userId: string) {
      await leaveSearch(context, userId, null)
    },

    /**
     * Forgets the settled pair of two members whose conversation ended: the next search does not return it. They are not
     * matched again by chance for half an hour.
     */
    separate: (userA: string, userB: string) => store.separate(userA, userB),

    /** Keeps the two from being matched, and ends their ring. */
    async block(userA: string, userB: string) {
      await store.block(userA, userB)
      await endRingOf(context, userA, userB)
    },

    /** Returns the member's search as their devices show it. */
    state: (userId: string) => searchStateOf(context, userId),
    /**
     * Sets until when the member's search goes on without polls, and tells their devices; null: no longer.
     * @throws ApiError CONFLICT without a search, or after a missed ring
     */
    setRing: (userId: string, until: number | null) => setRing(context, userId, until),
    /** The searches that ended, for counting. */
    endedSearches: {
      ended: (after: string | null, limit: number) => store.ended(after, limit),
      forgetEnded: (upTo: string) => store.forgetEnded(upTo),
    },
    isSearching: async (userId: string) => (await store.ticket(userId)) !== null,
    hasSearchFor: (bystander: Bystander, interest: string) => hasSearchFor(context, bystander, interest),
    waiting: () => store.waiting(),
    longestWaiting: (limit: number) => store.longestWaiting(limit),
  }
}

const openTicketStore = ({ redis, clock }: Platform): TicketStore =>
  redis
    ? createRedisTicketStore({ redis: redis.commands, prefix: redis.prefixOf('match') })
    : createMemoryTicketStore({ clock })

function searches(context: MatchingContext) {
  const { store, metrics } = context
  const observe = createDecisionTimes(metrics)
  return {
    /**
     * Begins a poll. Call it before anything else is awaited: a later cancel, or a later chat from a list, then overtakes
     * the poll. Returns an existing match, even if a limit would refuse the member now; to a ring they have not come yet.
     */
    async begin(
      userId: string,
      searchId: string | null = null,
    ): Promise<{ poll: Poll; matched: Matched | null; isRinging: boolean }> {
      const { mark, settled } = await store.begin(userId)
      return {
        poll: { mark, searchId },
        isRinging: settled !== null && isRinging(settled),
        matched: settled && !isRinging(settled) ? await completePair(context, settled, userId) : null,
      }
    },

    /**
     * Refreshes the member's ticket and tries to match it. Clients repeat it every few seconds. Without `poll`, the poll
     * begins now.
     * @throws ApiError CONFLICT for a search that was cancelled by its id
     */
    async findMatch(seeker: Seeker, poll: Poll | null = null) {
      const seconds = startTimer()
      const found = await findMatch(context, seeker, poll)
      observe[found.status](seconds())
      return found
    },

    /**
     * Removes the ticket. Polls that began before, and all polls with this search id, cannot add it again. Returns a match
     * that came first, for the caller to leave.
     */
    async cancel(userId: string, searchId: string | null = null): Promise<Matched | { status: 'cancelled' }> {
      const pair = await leaveSearch(context, userId, searchId)
      // The search that ends here did not make a chat from a list.
      const matched = pair && !isStarted(pair) ? await completePair(context, pair, userId) : null
      return matched ?? { status: 'cancelled' }
    },
  }
}

const createDecisionTimes = (metrics: Metrics) => ({
  matched: metrics.histogram('matchDecision', { outcome: 'matched' }),
  searching: metrics.histogram('matchDecision', { outcome: 'searching' }),
})

/** Ticks once a second. The next second begins when a tick has finished. */
function createTicker(context: MatchingContext, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()

  function schedule() {
    timer = setTimeout(() => {
      ticking = tick(context).catch(onError).then(schedule)
    }, TICK_EVERY)
    timer.unref()
  }

  return {
    /** Tries to match a bounded number of waiting tickets, the most overdue first. */
    tick: () => tick(context),
    start: schedule,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await ticking
      clearTimeout(timer)
    },
  }
}
