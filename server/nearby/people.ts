import type { Pool } from 'pg'
import type { Gender } from '#schema/enums.ts'
import type { NearbyUser } from '#schema/nearby.ts'
import { mapDegrees } from './coordinates.ts'

const REACH_KM = 50
/** Nobody leafs further: the list ends here, and its cost with it. */
export const NEARBY_CAP = 1000

/** Where somebody looks from, and whom they may not see. */
export interface Surroundings {
  latitude: number
  longitude: number
  except: readonly string[]
}

/** The same words as in the index's own condition, or the index is not used. */
const findable = (gender: Gender | null) =>
  `near_by AND active AND banned_at IS NULL AND latitude IS NOT NULL${gender ? ` AND gender = '${gender}'` : ''}`

const within = (gender: Gender | null) => `
  FROM "user"
  WHERE ${findable(gender)}
    AND (suspended_until IS NULL OR suspended_until < now())
    AND id <> ALL($4::uuid[])
    AND near_point(id, latitude, longitude) <@ circle(map_point($1, $2), $3)`

const values = ({ latitude, longitude, except }: Surroundings) => [
  latitude,
  longitude,
  mapDegrees(REACH_KM, latitude),
  except,
]

interface Row {
  id: string
  display_name: string
  interests: string[]
  city: string | null
  state: string | null
  age: number
  gender: Gender
}

/** Nearest first, read in the order of the index. */
export async function listNear(
  pool: Pool,
  around: Surroundings,
  { gender, limit, offset }: { gender: Gender | null; limit: number; offset: number },
): Promise<NearbyUser[]> {
  if (offset >= NEARBY_CAP) return []
  const { rows } = await pool.query<Row>({
    name: `list-near-${gender}`,
    text: `SELECT id, display_name, interests, city, state, age, gender ${within(gender)}
      ORDER BY near_point(id, latitude, longitude) <-> map_point($1, $2) LIMIT $5 OFFSET $6`,
    values: [...values(around), Math.min(limit, NEARBY_CAP - offset), offset],
  })
  return rows.map(({ display_name: displayName, ...row }) => ({ ...row, displayName }))
}

export async function countNear(
  pool: Pool,
  around: Surroundings,
  {
    gender,
    cap = NEARBY_CAP,
    onlyId = null,
  }: { gender: Gender | null; cap?: number; onlyId?: string | null },
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: `count-near-${gender}-${onlyId !== null}`,
    text: `SELECT count(*)::int AS count FROM (
        SELECT 1 ${within(gender)} ${onlyId === null ? '' : 'AND id = $6'} LIMIT $5
      ) near`,
    values: [...values(around), cap, ...(onlyId === null ? [] : [onlyId])],
  })
  return rows[0]?.count ?? 0
}
