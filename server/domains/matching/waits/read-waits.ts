import type { Pool } from 'pg'
import { RETENTION } from '#schema/retention.ts'
import { COUNT_COLUMNS, type CountColumn } from './wait-counts.ts'

const HOUR = 60 * 60_000
export const HOURS_OF_WEEK = 168

/** The counts of an hour of the week, over all weeks. Later weeks weigh more. */
export type HourCounts = Record<CountColumn, number> & { members: bigint }

/** The counts of one interest, by the hour of the week in UTC. */
export type WeekCounts = ReadonlyMap<number, HourCounts>

const READ = `SELECT interest, (extract(epoch FROM hour)::bigint / 3600 % ${HOURS_OF_WEEK})::int AS hour_of_week,
    bit_or(members)::text AS members,
    ${COUNT_COLUMNS.map((column) => `sum(${column} * weight)::int AS ${column}`).join(', ')}
  FROM search_wait
  CROSS JOIN LATERAL (
    SELECT 4 - floor(extract(epoch FROM $2::timestamptz - hour) / (7 * 86400))::int AS weight
  ) aged
  WHERE interest = ANY($1) AND hour <= $2 AND hour > $2::timestamptz - interval '${RETENTION.searchWaitDays} days'
    AND ($3::timestamptz[] IS NULL OR hour = ANY($3))
  GROUP BY 1, 2`

/** The row as PostgreSQL returns it. */
type StoredHour = Record<CountColumn, number> & { interest: Buffer; hour_of_week: number; members: string }

/** The hour before, the present one and the next one, of each day. */
function hoursAround(now: number): Date[] {
  const latest = Math.floor(now / HOUR) + 1
  return Array.from({ length: RETENTION.searchWaitDays + 1 }, (_, day) => latest - day * 24).flatMap((hour) =>
    [hour, hour - 1, hour - 2].map((each) => new Date(each * HOUR)),
  )
}

/**
 * Reads the counts of these hashes of interests, of every hour or of those around the present hour of the day. The cost is
 * bounded: an interest has one row for each hour of four weeks.
 */
export async function readWaits(
  pool: Pick<Pool, 'query'>,
  interests: readonly Buffer[],
  { now, isWholeDay }: { now: number; isWholeDay: boolean },
): Promise<WeekCounts[]> {
  const hours = isWholeDay ? null : hoursAround(now)
  const { rows } = await pool.query<StoredHour>(READ, [interests, new Date(now), hours])
  return interests.map(
    (interest) =>
      new Map(
        rows
          .filter((row) => row.interest.equals(interest))
          .map((row) => [row.hour_of_week, { ...row, members: BigInt(row.members) }]),
      ),
  )
}
