import type { InterestBells, SetInterestBell } from '#schema/bells.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { foldInterests, sharedInterestKey } from '#server/platform/interest-keys.ts'
import type { BellsContext } from './bells-context.ts'
import { type BellOwner, readBells } from './read-bells.ts'

/** A bell that was off keeps its rest: turning it off and on does not make it ring twice a day. */
const TURN_ON = {
  name: 'turn-bell-on',
  text: `INSERT INTO interest_bell (user_id, interest, rests_until) VALUES ($1, $2, $3)
    ON CONFLICT (user_id, interest) DO UPDATE SET is_on = true`,
}

const TURN_OFF = {
  name: 'turn-bell-off',
  text: 'UPDATE interest_bell SET is_on = false, due = NULL WHERE user_id = $1 AND interest = $2',
}

/** Turns the bell of an interest on or off. Idempotent. @throws ApiError NOT_FOUND, RATE_LIMITED */
export async function setBell(
  { pool, clock, limits }: Pick<BellsContext, 'pool' | 'clock' | 'limits'>,
  member: BellOwner,
  { interest, on }: SetInterestBell,
): Promise<InterestBells> {
  await limits.consume('bellByAccount', member.id)
  const key = sharedInterestKey(interest)
  if (!foldInterests(member.interests).includes(key))
    throw new ApiError('NOT_FOUND', text('This interest is not in your profile.'))
  if (on) await pool.query({ ...TURN_ON, values: [member.id, key, new Date(clock.now())] })
  else await pool.query({ ...TURN_OFF, values: [member.id, key] })
  return readBells({ pool }, member)
}
