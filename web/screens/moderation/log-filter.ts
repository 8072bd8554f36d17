import type { Action, LogFilter, Person } from './operations.ts'

/** The values of the filter form. Days are in the browser's time zone. */
export interface LogForm {
  /** Part of a reason or of a name. */
  text: string
  /** Empty for all kinds. */
  kind: Action['kind'] | ''
  from: string
  until: string
  by: Person | 'automatic' | null
  about: Person | null
}

export const NO_FILTER: LogForm = { text: '', kind: '', from: '', until: '', by: null, about: null }

/** Returns the instant at which a day begins in the browser's time zone, `later` days on; undefined without a day. */
function startOf(day: string, later = 0): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return undefined
  return new Date(year, month - 1, date + later).toISOString()
}

/** Returns the variables of the query. The last day counts as a whole. */
export function filterOf({ text, kind, from, until, by, about }: LogForm): LogFilter {
  const [since, before] = [startOf(from), startOf(until, 1)]
  return {
    ...(text.trim() && { search: text.trim() }),
    ...(kind && { kinds: [kind] }),
    ...(since && { from: since }),
    ...(before && { until: before }),
    ...(by === 'automatic' && { automatic: true }),
    ...(by && by !== 'automatic' && { actorId: by.id }),
    ...(about && { userId: about.id }),
  }
}
