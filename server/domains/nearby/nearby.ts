import { GENDER_OF_FILTER } from '#schema/enums.ts'
import type { NearbyFilter, NearbyPage } from '#schema/nearby.ts'
import { partnerNameOf } from '#schema/partner-name.ts'
import { text } from '#schema/translatable.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import type { Cells } from './cells.ts'
import { countNear, listNear, type Surroundings } from './people.ts'

/** The home screen shows no higher number. */
const FIGURE_CAP = 100

interface Viewer {
  id: string
  premium: boolean
}

export type Nearby = ReturnType<typeof createNearby>

/** Creates the list and the count of members who are near a premium member. */
export function createNearby(
  { database: { pool }, clock, limits }: Platform,
  { moderation, cells }: { moderation: Pick<Moderation, 'blockedIds'>; cells: Cells },
) {
  /** Returns the viewer's surroundings; null without a position; 'hidden' while the viewer cannot be found. */
  async function surroundings(viewer: Viewer): Promise<Surroundings | 'hidden' | null> {
    const [{ rows }, blockedIds] = await Promise.all([
      pool.query<{ near_by: boolean; latitude: number | null; longitude: number | null }>({
        name: 'read-own-position',
        text: 'SELECT near_by, latitude, longitude FROM "user" WHERE id = $1',
        values: [viewer.id],
      }),
      moderation.blockedIds(viewer.id),
    ])
    const [me] = rows
    if (!me?.near_by) return 'hidden'
    if (me.latitude === null || me.longitude === null) return null
    return {
      viewerId: viewer.id,
      ...cells.middleOf(viewer.id, { latitude: me.latitude, longitude: me.longitude }),
      except: [viewer.id, ...blockedIds],
      now: clock.now(),
    }
  }

  return {
    /**
     * Returns members of nearer bands first.
     * @throws ApiError PREMIUM_REQUIRED; FORBIDDEN while the viewer cannot be found nearby; RATE_LIMITED
     */
    async list(
      viewer: Viewer & { displayName: string },
      { filterBy, ...request }: PageRequest & { filterBy: NearbyFilter },
    ): Promise<NearbyPage> {
      if (!viewer.premium)
        throw new ApiError(
          'PREMIUM_REQUIRED',
          text('People Nearby is part of Premium. Upgrade to see who is near you.'),
        )
      await limits.consume('nearbyByAccount', viewer.id)
      const around = await surroundings(viewer)
      if (around === 'hidden') {
        throw new ApiError('FORBIDDEN', text('Turn on nearby users in your profile to see who is near.'))
      }
      if (!around) return { elements: [], totalElements: 0, totalPages: 0, last: true }
      const { skip, take } = pageRange(request)
      const gender = filterBy === 'none' ? null : GENDER_OF_FILTER[filterBy]
      const { people, total } = await listNear(pool, around, { gender, limit: take, offset: skip })
      const named = people.map((person) => ({
        ...person,
        displayName: partnerNameOf(person.displayName, viewer.displayName),
      }))
      return pageOf(named, total, request)
    },

    /** Counts the members near a premium member who can be found nearby; 0 for other members. Capped at 100. */
    async count(viewer: Viewer) {
      if (!viewer.premium) return 0
      const around = await surroundings(viewer)
      if (around === 'hidden' || !around) return 0
      return countNear(pool, around, { gender: null, cap: FIGURE_CAP })
    },

    /** Returns whether the viewer may find this member nearby. */
    async isNear(viewer: Viewer, otherId: string) {
      if (!viewer.premium) return false
      const around = await surroundings(viewer)
      if (around === 'hidden' || !around) return false
      return (await countNear(pool, around, { gender: null, onlyId: otherId, cap: 1 })) > 0
    },
  }
}
