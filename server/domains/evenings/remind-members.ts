import { inTransaction } from '#server/platform/postgres/transaction.ts'
import type { EveningsContext } from './evenings-context.ts'

/** How long before its begin members are reminded of an evening, in milliseconds. */
const AHEAD = 10 * 60_000
const BATCH = 500

/** Rows that another node is reminding of are left out. */
const DUE = `
SELECT member.user_id AS "userId", member.evening_id AS "eveningId" FROM evening
JOIN evening_member member ON member.evening_id = evening.id
WHERE evening.starts_at > $1 AND evening.starts_at <= $2 AND evening.cancelled_at IS NULL
  AND member.wants_reminder AND member.reminded_at IS NULL
LIMIT ${BATCH} FOR UPDATE OF member SKIP LOCKED`

const MARK = `
UPDATE evening_member member SET reminded_at = $1
FROM unnest($2::uuid[], $3::uuid[]) AS told(user_id, evening_id)
WHERE member.user_id = told.user_id AND member.evening_id = told.evening_id`

/**
 * Emits `eveningSoon` for each member who wanted a reminder of an evening that begins within ten minutes. A node that dies
 * before it marks them leaves them to another one, whose message replaces the first on the device.
 */
export async function remindMembers(
  context: Pick<EveningsContext, 'pool' | 'clock' | 'events'>,
): Promise<void> {
  for (;;) if ((await remindBatch(context)) === 0) return
}

const remindBatch = ({ pool, clock, events }: Pick<EveningsContext, 'pool' | 'clock' | 'events'>) =>
  inTransaction(pool, async (client) => {
    const now = clock.now()
    const { rows } = await client.query<{ userId: string; eveningId: string }>(DUE, [
      new Date(now),
      new Date(now + AHEAD),
    ])
    if (rows.length === 0) return 0
    await events.emit('eveningSoon', { reminders: rows })
    const [members, evenings] = [rows.map(({ userId }) => userId), rows.map(({ eveningId }) => eveningId)]
    await client.query(MARK, [new Date(now), members, evenings])
    return rows.length
  })
