import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { EveningsContext } from './evenings-context.ts'

const WANT = {
  name: 'want-evening-reminder',
  text: `INSERT INTO evening_member AS member (user_id, evening_id, wants_reminder)
    SELECT $1, id, true FROM evening WHERE id = $2 AND cancelled_at IS NULL AND starts_at > $3
    ON CONFLICT (user_id, evening_id) DO UPDATE SET wants_reminder = true`,
}

/** The row stays: it remembers that the member was reminded. */
const FORGET = {
  name: 'forget-evening-reminder',
  text: 'UPDATE evening_member SET wants_reminder = false WHERE user_id = $1 AND evening_id = $2',
}

/** Asks for a reminder of an evening that has not begun, or takes it back. Idempotent. @throws ApiError NOT_FOUND, RATE_LIMITED */
export async function setReminder(
  { pool, limits, clock }: Pick<EveningsContext, 'pool' | 'limits' | 'clock'>,
  userId: string,
  eveningId: string,
  isWanted: boolean,
): Promise<void> {
  await limits.consume('eveningByAccount', userId)
  if (!isWanted) {
    await pool.query({ ...FORGET, values: [userId, eveningId] })
    return
  }
  const { rowCount } = await pool.query({ ...WANT, values: [userId, eveningId, new Date(clock.now())] })
  if (rowCount === 0) throw new ApiError('NOT_FOUND', text('This evening has begun or was cancelled.'))
}
