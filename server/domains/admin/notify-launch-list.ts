import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'

const BATCH = 50

const CLAIM = `
  UPDATE launch_notification SET notified = true, notified_at = $2, ip_address = NULL, user_agent = NULL,
    city = NULL, state = NULL, country = NULL
  WHERE id IN (
    SELECT id FROM launch_notification WHERE NOT notified AND id > $1 ORDER BY id LIMIT ${BATCH}
    FOR UPDATE SKIP LOCKED
  )
  RETURNING id, email`
const MIN_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Mails every entry of the launch list that was not mailed yet. Entries are marked first, because a late mail is better than
 * two mails; failed ones are unmarked again. Marking deletes where the person joined from. Returns how many were mailed.
 */
export async function notifyLaunchList(deps: {
  pool: Pool
  clock: Clock
  mailLaunch(email: string): Promise<void>
  onError(error: unknown): void
}): Promise<number> {
  let count = 0
  let after = MIN_ID
  for (;;) {
    const now = new Date(deps.clock.now())
    const { rows } = await deps.pool.query<{ id: string; email: string }>(CLAIM, [after, now])
    if (rows.length === 0) return count
    const failed: string[] = []
    await Promise.all(
      rows.map(({ id, email }) =>
        deps.mailLaunch(email).catch((error: unknown) => {
          deps.onError(error)
          failed.push(id)
        }),
      ),
    )
    if (failed.length > 0)
      await deps.pool.query(
        'UPDATE launch_notification SET notified = false, notified_at = NULL WHERE id = ANY($1)',
        [failed],
      )
    count += rows.length - failed.length
    after = rows.map(({ id }) => id).reduce((last, id) => (id > last ? id : last), after)
  }
}
