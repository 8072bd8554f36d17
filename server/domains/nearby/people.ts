import type { Pool } from 'pg'
import type { Gender } from '#schema/enums.ts'
import type { NearbyUser } from '#schema/nearby.ts'
import { isNotSuspended } from '#server/platform/postgres/account-status-sql.ts'
import { mapDegrees } from './coordinates.ts'

const REACH_KM = 50
/** The list ends here, which bounds its cost. */
export const NEARBY_CAP = 1000

/** The position of a viewer, and the members whom they may not see. */
export interface Surroundings {
  latitude: number
  longitude: number
  except: readonly string[]
  /** In milliseconds. */
  now: number
}

/** Must match the condition of the index word for word, or the index is not used. */
const findable = (gender: Gender | null) =>
  `near_by AND active AND banned_at IS NULL AND latitude IS NOT NULL${gender ? ` AND gender = '${gender}'` : ''}`

/** `centre` is the number of the parameter that holds the longitude of the circle. */
const within = (gender: Gender | null, centre: number) => `
  FROM "user"
  WHERE ${findable(gender)}
    AND ${isNotSuspended('"user"', 'now()')}
    AND ${NOT_LAPSED('$4')}
    AND id <> ALL($3::uuid[])
    AND near_point(id, latitude, longitude) <@ circle(map_point($1, $${centre}), $2)`

/** `nearBy` ends with premium (spec §5): a member whose premium has ended is not found. */
const NOT_LAPSED = (now: string) => `(premium_until IS NULL OR premium_until > ${now})`

const FIRST_CENTRE = 5

/** The map ends at 180 degrees. A circle that crosses its edge has a second part at the other edge. */
function centresOf({ longitude }: Surroundings, reach: number): number[] {
  if (longitude + reach > 180) return [longitude, longitude - 360]
  if (longitude - reach < -180) return [longitude, longitude + 360]
  return [longitude]
}

function query(around: Surroundings) {
  const { latitude, except, now } = around
  const reach = mapDegrees(REACH_KM, latitude)
  const centres = centresOf(around, reach)
  return {
    values: [latitude, reach, except, new Date(now), ...centres],
    /** Unites one part for each circle. */
    union: (part: (centre: number) => string) =>
      centres.map((_, index) => `(${part(FIRST_CENTRE + index)})`).join(' UNION ALL '),
    /** The number of the next parameter. */
    next: FIRST_CENTRE + centres.length,
  }
}

interface Row {
  id: string
  display_name: string
  interests: string[]
  city: string | null
  state: string | null
  age: number
  gender: Gender
}

/** Returns the nearest first, in the order of the index. */
export async function listNear(
  pool: Pool,
  around: Surroundings,
  { gender, limit, offset }: { gender: Gender | null; limit: number; offset: number },
): Promise<NearbyUser[]> {
  if (offset >= NEARBY_CAP) return []
  const { values, union, next } = query(around)
  const nearest = (centre: number) => {
    const distance = `near_point(id, latitude, longitude) <-> map_point($1, $${centre})`
    return `SELECT id, display_name, interests, city, state, age, gender, ${distance} AS distance
      ${within(gender, centre)} ORDER BY ${distance} LIMIT $${next}::int + $${next + 1}::int`
  }
  const { rows } = await pool.query<Row>({
    name: `list-near-${gender}-${next}`,
    text: `SELECT id, display_name, interests, city, state, age, gender FROM (${union(nearest)}) near
      ORDER BY distance LIMIT $${next} OFFSET $${next + 1}`,
    values: [...values, Math.min(limit, NEARBY_CAP - offset), offset],
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
  const { values, union, next } = query(around)
  const only = onlyId === null ? '' : `AND id = $${next + 1}`
  const { rows } = await pool.query<{ count: number }>({
    name: `count-near-${gender}-${onlyId !== null}-${next}`,
    text: `SELECT count(*)::int AS count FROM (
        SELECT 1 FROM (
          ${union((centre) => `SELECT 1 ${within(gender, centre)} ${only} LIMIT $${next}::int`)}
        ) parts LIMIT $${next}::int
      ) near`,
    values: [...values, cap, ...(onlyId === null ? [] : [onlyId])],
  })
  return rows[0]?.count ?? 0
}
