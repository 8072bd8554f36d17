import type { Pool } from 'pg'
import { RETENTION } from '#schema/retention.ts'
import { COUNT_COLUMNS, type CountColumn } from './wait-counts.ts'

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
  GROUP BY 1, 2`

/** The row as PostgreSQL returns it. */
type StoredHour = Record<CountColumn, number> & { interest: Buffer; hour_of_week: number; members: string }

/** Reads the counts of these hashes of interests. The cost is bounded: an interest has one row for each hour of four weeks. */
export async function readWaits(
  pool: Pick<Pool, 'query'>,
  interests: readonly Buffer[],
  now: number,
): Promise<WeekCounts[]> {
  const { rows } = await pool.query<StoredHour>(READ, [interests, new Date(now)])
  return interests.map(
    (interest) =>
      new Map(
        rows
          .filter((row) => row.interest.equals(interest))
          .map((row) => [row.hour_of_week, { ...row, members: BigInt(row.members) }]),
      ),
  )
}
