import type { Pool } from 'pg'
import { partnerNameOf } from '#schema/partner-name.ts'

/** A member whose knocks the caller refuses. */
export interface RefusedMember {
  id: string
  displayName: string
  since: Date
}

const LISTED = 100

/** Returns the members whose knocks a member refuses, the latest refusal first, at most 100. */
export async function refusedKnocks(pool: Pool, userId: string): Promise<RefusedMember[]> {
  const { rows } = await pool.query<RefusedMember & { ownName: string }>({
    name: 'refused-knocks',
    text: `SELECT refused.id, refused.display_name AS "displayName", own.display_name AS "ownName",
        refusal.created AS since
      FROM knock_refusal refusal
      JOIN "user" refused ON refused.id = refusal.refused_id
      JOIN "user" own ON own.id = refusal.user_id
      WHERE refusal.user_id = $1 ORDER BY refusal.created DESC, refused.id LIMIT ${LISTED}`,
    values: [userId],
  })
  return rows.map(({ ownName, displayName, ...refused }) => ({
    ...refused,
    displayName: partnerNameOf(displayName, ownName),
  }))
}

/** Shows the knocks of a member again. Idempotent. */
export async function allowKnocks(pool: Pool, userId: string, refusedId: string): Promise<void> {
  await pool.query('DELETE FROM knock_refusal WHERE user_id = $1 AND refused_id = $2', [userId, refusedId])
}
