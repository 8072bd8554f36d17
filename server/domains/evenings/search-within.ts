import type { EveningsContext } from './evenings-context.ts'

const SEARCH = {
  name: 'search-within-evening',
  text: `WITH running AS (
      SELECT id FROM evening WHERE id = $2 AND cancelled_at IS NULL AND starts_at <= $3 AND ends_at > $3
    ), recorded AS (
      INSERT INTO evening_member AS member (user_id, evening_id, searched_at) SELECT $1, id, $3 FROM running
      ON CONFLICT (user_id, evening_id) DO UPDATE SET searched_at = excluded.searched_at WHERE member.searched_at IS NULL
    )
    SELECT id FROM running`,
}

/**
 * Returns the evening that a search is within, and records that the member searched. Null when it is not running: the search
 * is then a normal one.
 */
export async function searchWithin(
  { pool, clock }: Pick<EveningsContext, 'pool' | 'clock'>,
  userId: string,
  eveningId: string,
): Promise<string | null> {
  const values = [userId, eveningId, new Date(clock.now())]
  const { rows } = await pool.query<{ id: string }>({ ...SEARCH, values })
  return rows[0]?.id ?? null
}
