import type { Database } from '../store/index.ts'

export { coarse } from './coordinates.ts'
export { createGeocoder, type Geocoder, type Place } from './geocoder.ts'

/** About 50 km of latitude. */
const REACH_DEGREES = 0.45
const COUNT_CAP = 100

export interface Nearby {
  /** People near a premium member who lets themselves be found; 0 for everybody else. Capped at 100. */
  count(userId: string): Promise<number>
}

export function createNearby({ database }: { database: Pick<Database, 'pool'> }): Nearby {
  return {
    async count(userId) {
      const { rows } = await database.pool.query<{ count: number }>({
        name: 'count-nearby',
        text: `
SELECT count(*)::int AS count FROM (
  SELECT 1 FROM "user" me JOIN "user" other
    ON other.latitude BETWEEN me.latitude - ${REACH_DEGREES} AND me.latitude + ${REACH_DEGREES}
    AND other.longitude BETWEEN me.longitude - ${REACH_DEGREES} / greatest(cos(radians(me.latitude)), 0.01)
      AND me.longitude + ${REACH_DEGREES} / greatest(cos(radians(me.latitude)), 0.01)
  WHERE me.id = $1 AND me.near_by AND me.premium_until > now()
    AND other.near_by AND other.active AND other.banned_at IS NULL AND other.id <> me.id
    AND NOT EXISTS (
      SELECT 1 FROM block
      WHERE (blocker_id = me.id AND blocked_id = other.id) OR (blocker_id = other.id AND blocked_id = me.id)
    )
  LIMIT ${COUNT_CAP}
) near`,
        values: [userId],
      })
      return rows[0]?.count ?? 0
    },
  }
}
