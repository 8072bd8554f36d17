import type { SetInterestBell } from '#schema/bells.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { type BellSettings, type BelowBells, createBellsContext } from './bells-context.ts'
import { collectSearches } from './collect-searches.ts'
import { type BellOwner, readBells } from './read-bells.ts'
import { ringDue } from './ring-due.ts'
import { scheduleRings } from './schedule-rings.ts'
import { setBell } from './set-bell.ts'
import { turnOffWithout } from './turn-off-without.ts'

/** How often rings that are due are decided, in milliseconds. */
const RING_EVERY = 10_000

export type Bells = ReturnType<typeof createBells>

/**
 * Creates the bells, which tell a member that someone who shares an interest is searching. `start` begins to ring
 * them.
 */
export function createBells(platform: Platform, below: BelowBells, settings: BellSettings = {}) {
  const context = createBellsContext(platform, below, settings)
  const searches = collectSearches()
  const ringing = createRepeatingJob(platform, {
    name: 'interest_bells',
    every: RING_EVERY,
    async run() {
      await scheduleRings(context, searches.take())
      await ringDue(context)
    },
  })
  return {
    read: (member: BellOwner) => readBells(context, member),
    set: (member: BellOwner, request: SetInterestBell) => setBell(context, member, request),
    /** Remembers that a search began, for the next run. A search costs the bells no statement. */
    searchBegan: searches.add,
    /** Turns off the bells of interests that the member has no longer. Reports failures and never throws. */
    interestsChanged: (userId: string, interests: readonly string[]) =>
      turnOffWithout(context, userId, interests).catch(context.onError),
    /** Schedules the bells of the searches that began, and rings those that are due. Failures are reported; it never rejects. */
    ring: ringing.run,
    start: ringing.start,
    [Symbol.asyncDispose]: ringing.stop,
  }
}
