import { v7 as uuidv7 } from 'uuid'
import { type Metrics, NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { startTimer } from '#server/platform/metrics/start-timer.ts'
import { completePair } from './complete-pair.ts'
import { findMatch } from './find-match.ts'
import type { Matching, MatchingDeps } from './matching.ts'
import { isStarted, type Seeker } from './ticket.ts'
import type { Poll } from './ticket-store.ts'
import { tick } from './try-match.ts'

const TICK_EVERY = 1_000

export function createMatching(deps: MatchingDeps): Matching {
  const { store } = deps
  return {
    ...searches(deps),
    ...createTicker(deps),

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
  }
}

function searches(deps: MatchingDeps) {
  const { store, metrics = NO_METRICS } = deps
  const observe = createDecisionTimes(metrics)
  return {
    async begin(userId, searchId = null) {
      const { mark, settled } = await store.begin(userId)
      return { poll: { mark, searchId }, matched: settled ? await completePair(deps, settled, userId) : null }
    },

    async find(seeker: Seeker, poll: Poll | null = null) {
      const seconds = startTimer()
      const found = await findMatch(deps, seeker, poll)
      observe[found.status](seconds())
      return found
    },

    async cancel(userId, searchId = null) {
      const pair = await store.leave(userId, searchId)
      // The search that ends here did not make a chat from a list.
      const matched = pair && !isStarted(pair) ? await completePair(deps, pair, userId) : null
      return matched ?? { status: 'cancelled' }
    },
  } satisfies Partial<Matching>
}

const createDecisionTimes = (metrics: Metrics) => ({
  matched: metrics.histogram('matchDecision', { outcome: 'matched' }),
  searching: metrics.histogram('matchDecision', { outcome: 'searching' }),
})

/** Ticks once a second. The next second begins when a tick has finished. */
function createTicker(deps: MatchingDeps) {
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()

  function schedule() {
    timer = setTimeout(() => {
      ticking = tick(deps).catch(deps.onError).then(schedule)
    }, TICK_EVERY)
    timer.unref()
  }

  return {
    tick: () => tick(deps),
    start: schedule,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await ticking
      clearTimeout(timer)
    },
  } satisfies Partial<Matching>
}
