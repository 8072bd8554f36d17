import { DatabaseError, type Pool } from 'pg'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

/** PostgreSQL's code for a time zone that it does not know. */
const INVALID_PARAMETER_VALUE = '22023'

/** Checks that PostgreSQL, which computes the hours, knows the zone as well. @throws ApiError INVALID */
export async function assertKnownZone(pool: Pool, timeZone: string): Promise<void> {
  try {
    await pool.query('SELECT now() AT TIME ZONE $1', [timeZone])
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== INVALID_PARAMETER_VALUE) throw error
    const unknown = text('This time zone is not known.')
    throw new ApiError('INVALID', unknown, { fields: { timeZone: unknown } })
  }
}
