import type { Pool } from 'pg'

const FIND = {
  name: 'find-kept-pair',
  text: `SELECT id FROM conversation
    WHERE low_user_id = least($1::uuid, $2::uuid) AND high_user_id = greatest($1::uuid, $2::uuid)`,
}

/** Returns the id of the conversation of two members; null when they have none. */
export async function findPair(pool: Pool, one: string, other: string): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>({ ...FIND, values: [one, other] })
  return rows[0]?.id ?? null
}
