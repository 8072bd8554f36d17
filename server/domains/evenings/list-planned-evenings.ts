import type { PlannedEvening } from '#schema/evenings.ts'
import { LIMITS } from '#schema/limits.ts'
import type { EveningsContext } from './evenings-context.ts'
import { PLANNED_COLUMNS } from './planned-row.ts'

const COMING = `SELECT ${PLANNED_COLUMNS} FROM evening WHERE ends_at > $1 AND cancelled_at IS NULL
  ORDER BY starts_at, id LIMIT ${LIMITS.maxPageSize}`
const PAST = `SELECT ${PLANNED_COLUMNS} FROM evening WHERE ends_at <= $1 OR cancelled_at IS NOT NULL
  ORDER BY ends_at DESC, id LIMIT ${LIMITS.maxPageSize}`

/** Returns the coming evenings, the next one first, or those that ended or were cancelled, the latest first. */
export const listPlannedEvenings = (
  { reads, clock }: Pick<EveningsContext, 'reads' | 'clock'>,
  isPast: boolean,
): Promise<PlannedEvening[]> =>
  reads.run(async ({ pool }) => {
    const { rows } = await pool.query<PlannedEvening>(isPast ? PAST : COMING, [new Date(clock.now())])
    return rows
  })
