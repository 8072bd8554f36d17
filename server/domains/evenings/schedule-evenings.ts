import { v7 as uuidv7 } from 'uuid'
import type { EveningPlan, PlannedEvening } from '#schema/evenings.ts'
import { LIMITS } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import { recordAction } from '#server/domains/moderation/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { assertHours } from './assert-hours.ts'
import { assertKnownZone } from './assert-known-zone.ts'
import type { EveningsContext } from './evenings-context.ts'
import { nameEvening, PLANNED_COLUMNS } from './planned-row.ts'

/**
 * PostgreSQL turns the local times into instants, each by the rules of the zone on its own day: a weekly evening begins at the same
 * local time in summer and in winter.
 */
const INSERT = `
INSERT INTO evening (id, series_id, topic, starts_at, ends_at, time_zone)
SELECT id, $2::uuid, $3, starts, ends, $7 FROM (
  SELECT id, (day + $5::time) AT TIME ZONE $7 AS starts,
    (day + CASE WHEN $6::time <= $5::time THEN 1 ELSE 0 END + $6::time) AT TIME ZONE $7 AS ends
  FROM (SELECT id, $4::date + 7 * (place::int - 1) AS day FROM unnest($1::uuid[]) WITH ORDINALITY AS one(id, place)) weekly
) hours WHERE ends > starts
RETURNING ${PLANNED_COLUMNS}`

const DAY = 24 * 60 * 60_000

/** Returns how many evenings a plan has. @throws ApiError INVALID for too many */
function timesOf({ times, day, lastDay }: EveningPlan): number {
  if (lastDay == null) return times ?? 1
  const weeks = Math.floor((Date.parse(lastDay) - Date.parse(day)) / (7 * DAY)) + 1
  if (weeks <= LIMITS.evenings.times) return weeks
  const tooMany = text('At most 52 evenings')
  throw new ApiError('INVALID', tooMany, { fields: { lastDay: tooMany } })
}

/**
 * Schedules an evening, or one a week, and records it in the audit log. Returns them, the first one first.
 * @throws ApiError INVALID
 */
export async function scheduleEvenings(
  { prisma, pool, clock }: Pick<EveningsContext, 'prisma' | 'pool' | 'clock'>,
  actorId: string,
  plan: EveningPlan,
): Promise<PlannedEvening[]> {
  await assertKnownZone(pool, plan.timeZone)
  const now = clock.now()
  const ids = Array.from({ length: timesOf(plan) }, () => uuidv7())
  const { topic, day, from, until, timeZone } = plan
  return prisma.$transaction(async (transaction) => {
    const values = [ids, uuidv7(), topic, day, from, until, timeZone]
    const evenings = await transaction.$queryRawUnsafe<PlannedEvening[]>(INSERT, ...values)
    assertHours(evenings, ids.length, now)
    const [first] = evenings.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    const repetition = ids.length > 1 ? `, ${ids.length} times, weekly` : ''
    await recordAction(transaction, {
      kind: 'EVENING',
      actorId,
      subjectId: null,
      reason: `Scheduled: ${first ? nameEvening(first) : topic}${repetition}`,
      at: new Date(now),
    })
    return evenings
  })
}
