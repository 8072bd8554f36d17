import type { EveningCancellation, PlannedEvening } from '#schema/evenings.ts'
import { text } from '#schema/translatable.ts'
import { recordAction } from '#server/domains/moderation/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { EveningsContext } from './evenings-context.ts'
import { nameEvening, PLANNED_COLUMNS } from './planned-row.ts'

/** An evening that is running ends with its cancellation. */
const CANCEL = `
UPDATE evening SET cancelled_at = $3::timestamptz FROM evening target
WHERE target.id = $1::uuid AND evening.cancelled_at IS NULL AND evening.ends_at > $3::timestamptz
  AND (evening.id = target.id
    OR ($2::boolean AND evening.series_id = target.series_id AND evening.starts_at > target.starts_at))
RETURNING ${PLANNED_COLUMNS}`

/**
 * Cancels an evening that has not ended, and with `andLater` the later ones of its repetition, and records it in the audit
 * log. Returns how many. Members who wanted a reminder still see it in their list, as cancelled. @throws ApiError NOT_FOUND
 */
export async function cancelEvenings(
  { prisma, clock }: Pick<EveningsContext, 'prisma' | 'clock'>,
  actorId: string,
  { id, andLater }: EveningCancellation,
): Promise<number> {
  const now = new Date(clock.now())
  return prisma.$transaction(async (transaction) => {
    const cancelled = await transaction.$queryRawUnsafe<PlannedEvening[]>(CANCEL, id, andLater, now)
    const [first] = cancelled.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    if (!first) throw new ApiError('NOT_FOUND', text('This evening can no longer be changed.'))
    const later = cancelled.length > 1 ? `, and ${cancelled.length - 1} later` : ''
    await recordAction(transaction, {
      kind: 'EVENING',
      actorId,
      subjectId: null,
      reason: `Cancelled: ${nameEvening(first)}${later}`,
      at: now,
    })
    return cancelled.length
  })
}
