import type { ExpectedWait } from '#schema/waits.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import { sharedInterestKey } from '#server/platform/interest-keys.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { serverSecret } from '#server/platform/postgres/index.ts'
import type { TicketStore } from '../ticket-store.ts'
import { countSearches } from './count-searches.ts'
import { type Expectation, expectationAt } from './expectation.ts'
import { HOURS_OF_WEEK, readWaits } from './read-waits.ts'
import { createWaitHashes } from './wait-hashes.ts'

const HOUR = 60 * 60_000
const COUNT_EVERY = 60_000

const UNKNOWN: ExpectedWait = { interest: null, withinMinutes: null, betterAt: null }

export type SearchWaits = Awaited<ReturnType<typeof createSearchWaits>>

/** Creates what tells members how long searches take. `start` begins to count the searches that ended, once a minute. */
export async function createSearchWaits(
  platform: Platform,
  { endedSearches }: { endedSearches: Pick<TicketStore, 'ended' | 'forgetEnded'> },
) {
  const { clock, database } = platform
  const secrets = { pool: database.pool, box: platform.secrets }
  const hashes = createWaitHashes(await serverSecret(secrets, 'search-waits'))
  const counting = createRepeatingJob(platform, {
    name: 'search_waits',
    every: COUNT_EVERY,
    run: () => countSearches({ store: endedSearches, pool: database.pool, hashes }),
  })

  /** Reads the whole day, which costs eight times as much: only for those who have to wait long. */
  async function hoursUntilBetter(key: Buffer, now: number): Promise<number | null> {
    const read = { now, isWholeDay: true }
    const [week] = await database.reads.run(({ pool }) => readWaits(pool, [key], read))
    return week ? (expectationAt(week, Math.floor(now / HOUR) % HOURS_OF_WEEK)?.betterIn ?? null) : null
  }

  return {
    /** Returns what to expect of a search that begins now, for the one of these interests that finds partners fastest. */
    async expect(interests: readonly string[]): Promise<ExpectedWait> {
      const now = clock.now()
      const hour = Math.floor(now / HOUR)
      const keys = interests.map((interest) => hashes.interest(sharedInterestKey(interest)))
      const weeks = await database.reads.run(({ pool }) => readWaits(pool, keys, { now, isWholeDay: false }))
      const known = weeks.flatMap((week, index) => {
        const expectation = expectationAt(week, hour % HOURS_OF_WEEK)
        return expectation ? { interest: interests[index] ?? null, key: keys[index], ...expectation } : []
      })
      const [best] = known.sort(faster)
      if (!best) return UNKNOWN
      const betterIn = best.within === null && best.key ? await hoursUntilBetter(best.key, now) : null
      const betterAt = betterIn === null ? null : new Date((hour + betterIn) * HOUR).toISOString()
      return { interest: best.interest, withinMinutes: best.within, betterAt }
    },

    /** Counts the searches that ended. Failures are reported; it never rejects. */
    count: counting.run,
    start: counting.start,
    [Symbol.asyncDispose]: counting.stop,
  }
}

const faster = (a: Expectation, b: Expectation) =>
  (a.within ?? Number.POSITIVE_INFINITY) - (b.within ?? Number.POSITIVE_INFINITY) || b.share - a.share
