import type { Pool } from 'pg'
import type { Gender } from '#schema/enums.ts'
import type { NearbyUser } from '#schema/nearby.ts'
import { isNotSuspended } from '#server/platform/postgres/account-status-sql.ts'
import { looksWaiting } from '#server/platform/postgres/knock-sql.ts'
import { openConversationOf } from '#server/platform/postgres/open-conversation-sql.ts'
import { mapDegrees } from './coordinates.ts'

const REACH_KM = 50
/** The list shows nearer bands first. Within a band, positions do not matter. */
const BAND_KM = 20
/** The list ends here, which bounds its cost. */
export const NEARBY_CAP = 1000

/** The middle of a viewer's cell, and the members whom they may not see. */
export interface Surroundings {
  viewerId: string
  latitude: number
  longitude: number
  /** Includes the viewer. */
  except: readonly string[]
  /** In milliseconds. */
  now: number
}

/** Must match the condition of the index word for word, or the index is not used. */
const findable = (gender: Gender | null) =>
  `near_by AND active AND email_verified AND banned_at IS NULL AND shown_latitude IS NOT NULL${gender ? ` AND gender = '${gender}'` : ''}`

/** `centre` is the number of the parameter that holds the longitude of the circle. */
const within = (gender: Gender | null, centre: number) => `
  FROM "user"
  WHERE ${findable(gender)}
    AND ${isNotSuspended('"user"', 'now()')}
    AND ${NOT_LAPSED('$4')}
    AND id <> ALL($3::uuid[])
    AND ${openConversationOf('$5::uuid', '"user".id')} IS NULL
    AND id <> ALL(ARRAY(SELECT to_id FROM knock WHERE from_id = $5 AND ${looksWaiting('knock')}))
    AND ${SHOWN_POINT} <@ circle(map_point($1, $${centre}), $2)`

const SHOWN_POINT = 'map_point(shown_latitude, shown_longitude)'

/** `nearBy` ends with premium (spec §5): a member whose premium has ended is not found. */
const NOT_LAPSED = (now: string) => `(premium_until IS NULL OR premium_until > ${now})`

const FIRST_CENTRE = 6

/** The map ends at 180 degrees. A circle that crosses its edge has a second part at the other edge. */
function centresOf({ longitude }: Surroundings, reach: number): number[] {
  if (longitude + reach > 180) return [longitude, longitude - 360]
  if (longitude - reach < -180) return [longitude, longitude + 360]
  return [longitude]
}

function query(around: Surroundings) {
  const { latitude, except, now, viewerId } = around
  const reach = mapDegrees(REACH_KM, latitude)
  const centres = centresOf(around, reach)
  return {
    values: [latitude, reach, except, new Date(now), viewerId, ...centres],
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

/** An empty page has the total alone. */
interface NoRow {
  id: null
}

export interface NearbyPeople {
  people: NearbyUser[]
  /** Capped at `NEARBY_CAP`. */
  total: number
}

/**
 * Returns a page of the nearest members with whom the viewer has no open conversation and whom they have not asked to talk,
 * and how many there are. Nearer bands come first; within a band, the order depends on the ids alone, so it is the same for every page and shows no distances.
 */
export async function listNear(
  pool: Pool,
  around: Surroundings,
  { gender, limit, offset }: { gender: Gender | null; limit: number; offset: number },
): Promise<NearbyPeople> {
  const { values, union, next } = query(around)
  const nearest = (centre: number) => {
    const distance = `${SHOWN_POINT} <-> map_point($1, $${centre})`
    return `SELECT id, ${distance} AS distance ${within(gender, centre)} ORDER BY ${distance} LIMIT ${NEARBY_CAP}`
  }
  const [limitAt, offsetAt, bandAt] = [next, next + 1, next + 2]
  const { rows } = await pool.query<(Row | NoRow) & { total: number }>({
    name: `list-near-${gender}-${next}`,
    text: `WITH near AS MATERIALIZED (
        SELECT id, distance FROM (${union(nearest)}) parts ORDER BY distance LIMIT ${NEARBY_CAP}
      ), page AS (
        SELECT id, row_number() OVER (ORDER BY floor(distance / $${bandAt}::float8),
          uuid_hash_extended(id, uuid_hash_extended($5::uuid, 0)), id) AS place
        FROM near ORDER BY place LIMIT $${limitAt} OFFSET $${offsetAt}
      )
      SELECT person.id, display_name, interests, city, state, age, gender, total
      FROM (SELECT count(*)::int AS total FROM near) counted
        LEFT JOIN page ON true LEFT JOIN "user" person ON person.id = page.id ORDER BY place`,
    values: [...values, limit, offset, mapDegrees(BAND_KM, around.latitude)],
  })
  const people = rows.flatMap(({ total, ...row }) => (row.id === null ? [] : [presentRow(row)]))
  return { people, total: rows[0]?.total ?? 0 }
}

const presentRow = ({ display_name: displayName, ...row }: Row): NearbyUser => ({ ...row, displayName })

/** Counts members nearby up to a cap, or finds out whether a certain member is one of them. */
export async function countNear(
  pool: Pool,
  around: Surroundings,
  { gender, cap, onlyId = null }: { gender: Gender | null; cap: number; onlyId?: string | null },
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
