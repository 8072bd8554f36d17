import { foldInterests } from '#server/platform/interest-keys.ts'
import type { BellsContext } from './bells-context.ts'

const TURN_OFF = {
  name: 'turn-bells-off',
  text: `UPDATE interest_bell SET is_on = false, due = NULL
    WHERE user_id = $1 AND is_on AND NOT (interest = ANY($2))`,
}

/** Turns off the bells of interests that the member has no longer. Idempotent. */
export async function turnOffWithout(
  { pool }: Pick<BellsContext, 'pool'>,
  userId: string,
  interests: readonly string[],
): Promise<void> {
  await pool.query({ ...TURN_OFF, values: [userId, foldInterests(interests)] })
}
