import { TIMING } from '#schema/limits.ts'
import type { RingMe, SearchState } from '#schema/ring.ts'
import { text } from '#schema/translatable.ts'
import type { Matching } from '#server/domains/matching/matching.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** How the push messages of a kind reach a member. */
export interface PushReach {
  /** `quietIn`: in how many milliseconds the member's quiet hours begin; null without any. */
  reachOf(userId: string, kind: 'ring'): Promise<{ hasDevice: boolean; quietIn: number | null }>
}

interface RingDeps {
  matching: Pick<Matching, 'setRing' | 'state'>
  push: PushReach
}

/** Provides the search that goes on in a closed app. It ends where the member's quiet hours begin, so it never rings in them. */
export function createRingMe(
  { limits, clock }: Pick<Platform, 'limits' | 'clock'>,
  { matching, push }: RingDeps,
) {
  return {
    /**
     * Sets whether the member's search goes on without polls.
     * @throws ApiError CONFLICT when they are not searching, cannot be rung, have quiet hours, or missed a ring; RATE_LIMITED
     */
    async ringMe(userId: string, { on, appNotifies = false }: RingMe): Promise<SearchState> {
      await limits.consume('ringByAccount', userId)
      if (!on) return matching.setRing(userId, null)
      const { hasDevice, quietIn } = await push.reachOf(userId, 'ring')
      if (!hasDevice && !appNotifies)
        throw new ApiError(
          'CONFLICT',
          text('Turn on notifications for your search in Settings first, or use the desktop app.'),
        )
      if (quietIn === 0)
        throw new ApiError('CONFLICT', text("Your quiet hours have begun, so we can't notify you now."))
      return matching.setRing(userId, clock.now() + Math.min(TIMING.ringSearch, quietIn ?? Infinity))
    },

    /** Ends the search of a closed app where the quiet hours begin that the member has now. */
    async keepQuietHours({ userId }: { userId: string }) {
      const { ringUntil } = await matching.state(userId)
      if (ringUntil === null) return
      const { quietIn } = await push.reachOf(userId, 'ring')
      if (quietIn === null) return
      const until = clock.now() + quietIn
      if (until < Date.parse(ringUntil)) await matching.setRing(userId, quietIn === 0 ? null : until)
    },
  }
}
