import type { Pool } from 'pg'
import type { Evidence } from '#server/domains/moderation/reports/automatic-reports.ts'

const RECENTLY_HELD = {
  name: 'held-lately',
  text: `
SELECT id, sender_id AS "senderId", body AS message, to_json(created) AS time FROM held_message
WHERE sender_id = $1 AND status <> 'RELEASED' AND created > greatest(
  now() - interval '24 hours',
  (SELECT max(created) FROM report WHERE reported_id = $1 AND kind = 'FILTER')
)
ORDER BY created DESC LIMIT 20`,
}

/**
 * Returns the sender's messages that were held within a day and since the last report about them, newest first, at most 20.
 * Messages that a moderator released are left out.
 */
export async function readRecentlyHeld(pool: Pool, senderId: string): Promise<Evidence[]> {
  const { rows } = await pool.query<Evidence>({ ...RECENTLY_HELD, values: [senderId] })
  return rows
}
