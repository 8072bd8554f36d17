import type { InterestBells } from '#schema/bells.ts'
import { sharedInterestKey } from '#server/platform/interest-keys.ts'
import type { BellsContext } from './bells-context.ts'

export interface BellOwner {
  id: string
  interests: readonly string[]
}

const READ = {
  name: 'read-interest-bells',
  text: 'SELECT interest FROM interest_bell WHERE user_id = $1 AND is_on',
}

/** Returns each interest of the member, and whether its bell is on. */
export async function readBells(
  { pool }: Pick<BellsContext, 'pool'>,
  { id, interests }: BellOwner,
): Promise<InterestBells> {
  const { rows } = await pool.query<{ interest: string }>({ ...READ, values: [id] })
  const on = new Set(rows.map(({ interest }) => interest))
  return { bells: interests.map((interest) => ({ interest, on: on.has(sharedInterestKey(interest)) })) }
}
