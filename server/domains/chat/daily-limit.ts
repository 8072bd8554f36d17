import type { Pool } from 'pg'
import { ApiError } from '#server/platform/errors.ts'
import type { Viewer } from './history.ts'

/** The day that a start counts for, in UTC. */
export const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)

/** @throws ApiError DAILY_LIMIT when a free member has started as many conversations today as there are */
export async function assertMayStart(
  pool: Pool,
  viewer: Viewer,
  { limit, now }: { limit: number; now: number },
): Promise<void> {
  if (viewer.premium) return
  const { rows } = await pool.query<{ count: number }>({
    name: 'daily-starts',
    text: 'SELECT count FROM daily_conversation_start WHERE user_id = $1 AND day = $2::date',
    values: [viewer.id, dayOf(now)],
  })
  if ((rows[0]?.count ?? 0) < limit) return
  throw new ApiError(
    'DAILY_LIMIT',
    `You have started ${limit} conversations today, which is all that the free plan has. Come back tomorrow, or upgrade to Premium for unlimited conversations.`,
  )
}
