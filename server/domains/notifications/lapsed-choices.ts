import { premiumChoicesEndedText } from '#server/domains/mail/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { Inbox, NewNotification } from './inbox.ts'

const BATCH = 100

/** Must match the condition of the index word for word, or the index is not used. */
const LAPSED = '(filter_by_gender IS NOT NULL OR near_by) AND premium_until <= $1'

const FIND = `SELECT id, premium_until AS until FROM "user" WHERE ${LAPSED} ORDER BY premium_until LIMIT ${BATCH}`

const RESET = `
UPDATE "user" SET filter_by_gender = NULL, near_by = false WHERE id = ANY($2::uuid[]) AND ${LAPSED}`

/** Returns the notification that the choices of premium that ended at `until` are off. There is one for each end. */
export const premiumChoicesEnded = (until: Date): NewNotification => ({
  kind: 'premium_ending',
  ...premiumChoicesEndedText(),
  dedupeKey: `premium-choices:${until.toISOString()}`,
})

/**
 * Resets the gender filter and the nearby choice of members whose premium has ended, and notifies them once. Returns how
 * many it notified. Any number of nodes may run it at the same time.
 */
export async function resetLapsedChoices(
  { database: { pool }, clock }: Pick<Platform, 'database' | 'clock'>,
  inbox: Pick<Inbox, 'post'>,
): Promise<number> {
  let count = 0
  for (;;) {
    const now = new Date(clock.now())
    const { rows } = await pool.query<{ id: string; until: Date }>(FIND, [now])
    if (rows.length === 0) return count
    // Notifies first: after a crash in between, the next run finds the choices again and the notification is stored already.
    const stored = await inbox.post(
      rows.map(({ id, until }) => ({
        ...premiumChoicesEnded(until),
        userId: id,
        path: '/pricing?reactivate',
      })),
      { once: true },
    )
    await pool.query(RESET, [now, rows.map(({ id }) => id)])
    count += stored.length
    if (rows.length < BATCH) return count
  }
}
