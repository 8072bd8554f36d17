import type { Evening, EveningList } from '#schema/evenings.ts'
import { LIMITS } from '#schema/limits.ts'
import type { EveningsContext } from './evenings-context.ts'

const LIST = {
  name: 'list-evenings',
  text: `SELECT evening.id, topic, starts_at, ends_at, coalesce(wants_reminder, false) AS wants_reminder,
      cancelled_at IS NOT NULL AS cancelled
    FROM evening LEFT JOIN evening_member member ON member.evening_id = evening.id AND member.user_id = $1
    WHERE ends_at > $2 AND (cancelled_at IS NULL OR wants_reminder)
    ORDER BY starts_at, evening.id LIMIT ${LIMITS.evenings.listed}`,
}

interface Row {
  id: string
  topic: string
  starts_at: Date
  ends_at: Date
  wants_reminder: boolean
  cancelled: boolean
}

/** Returns the evenings that are running or come next. A cancelled one is listed for members who wanted a reminder of it. */
export const listEvenings = (
  { reads, clock }: Pick<EveningsContext, 'reads' | 'clock'>,
  userId: string,
): Promise<EveningList> =>
  reads.run(async ({ pool }) => {
    const { rows } = await pool.query<Row>({ ...LIST, values: [userId, new Date(clock.now())] })
    return { elements: rows.map(present) }
  })

const present = (row: Row): Evening => ({
  id: row.id,
  topic: row.topic,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  wantsReminder: row.wants_reminder,
  cancelled: row.cancelled,
})
