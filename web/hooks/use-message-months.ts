import { MESSAGE_MONTHS } from '#schema/pages.ts'
import { usePageFact } from './use-page-fact.ts'

/** Returns the age in months at which this server deletes messages; null if it keeps them. */
export function useMessageMonths(): number | null {
  const months = usePageFact(MESSAGE_MONTHS)
  return months ? Number(months) : null
}
