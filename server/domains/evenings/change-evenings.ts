import type { EveningChange, PlannedEvening } from '#schema/evenings.ts'
import { text } from '#schema/translatable.ts'
import { recordAction } from '#server/domains/moderation/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { assertHours } from './assert-hours.ts'
import { assertKnownZone } from './assert-known-zone.ts'
import type { EveningsContext } from './evenings-context.ts'
import { nameEvening, PLANNED_COLUMNS } from './planned-row.ts'

/** The evening, and with `$2` the later ones of its repetition. Only those that have not begun. */
const FIND = `
SELECT later.id FROM evening target JOIN evening later
  ON later.id = target.id OR ($2::boolean AND later.series_id = target.series_id AND later.starts_at > target.starts_at)
WHERE target.id = $1::uuid AND target.cancelled_at IS NULL AND target.starts_at > $3::timestamptz
  AND later.cancelled_at IS NULL
ORDER BY later.id FOR UPDATE OF later`

/** Moves each evening by as many days as the first one, to the new hours of its day. */
const CHANGE = `
WITH shift AS (
  SELECT $3::date - (starts_at AT TIME ZONE time_zone)::date AS days FROM evening WHERE id = $1::uuid
), hours AS (
  SELECT id, (day + $4::time) AT TIME ZONE $6 AS starts,
    (day + CASE WHEN $5::time <= $4::time THEN 1 ELSE 0 END + $5::time) AT TIME ZONE $6 AS ends
  FROM (
    SELECT id, (starts_at AT TIME ZONE time_zone)::date + days AS day FROM evening, shift WHERE id = ANY($2::uuid[])
  ) moved
), remind_again AS (
  UPDATE evening_member SET reminded_at = NULL WHERE evening_id = ANY($2::uuid[]) AND reminded_at IS NOT NULL
)
UPDATE evening SET topic = $7, starts_at = hours.starts, ends_at = hours.ends, time_zone = $6
FROM hours WHERE evening.id = hours.id AND hours.ends > hours.starts
RETURNING ${PLANNED_COLUMNS}`

/**
 * Changes an evening that has not begun, and with `andLater` the later ones of its repetition, and records it in the audit
 * log. Members keep their reminders. Returns the changed evenings. @throws ApiError INVALID, NOT_FOUND
 */
export async function changeEvenings(
  { prisma, pool, clock }: Pick<EveningsContext, 'prisma' | 'pool' | 'clock'>,
  actorId: string,
  { id, andLater, topic, day, from, until, timeZone }: EveningChange,
): Promise<PlannedEvening[]> {
  await assertKnownZone(pool, timeZone)
  const now = clock.now()
  return prisma.$transaction(async (transaction) => {
    const found = await transaction.$queryRawUnsafe<{ id: string }[]>(FIND, id, andLater, new Date(now))
    if (found.length === 0) throw new ApiError('NOT_FOUND', text('This evening can no longer be changed.'))
    const ids = found.map((one) => one.id)
    const values = [id, ids, day, from, until, timeZone, topic]
    const evenings = await transaction.$queryRawUnsafe<PlannedEvening[]>(CHANGE, ...values)
    assertHours(evenings, ids.length, now)
    const changed = evenings.find((one) => one.id === id)
    await recordAction(transaction, {
      kind: 'EVENING',
      actorId,
      subjectId: null,
      reason: `Changed to: ${changed ? nameEvening(changed) : topic}${ids.length > 1 ? `, and ${ids.length - 1} later` : ''}`,
      at: new Date(now),
    })
    return evenings.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  })
}
