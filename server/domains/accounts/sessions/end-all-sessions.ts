import type { Pool } from 'pg'

const END_SESSIONS = 'UPDATE session SET revoked_at = now() WHERE revoked_at IS NULL AND expires > now()'
const USE_RESETS = 'UPDATE password_reset SET used_at = now() WHERE used_at IS NULL AND expires > now()'

/**
 * Ends every session and every open password reset. A restored database contains those that ended after its backup.
 * Returns how many sessions ended.
 */
export async function endAllSessions(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rowCount } = await pool.query(END_SESSIONS)
  await pool.query(USE_RESETS)
  return rowCount ?? 0
}
