import { MESSAGE_MONTHS } from '#schema/pages.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

/**
 * Returns the age in months at which this server deletes messages; null if it keeps them. The server writes its setting
 * into each page, and prerendered pages are built without it.
 */
export function useMessageMonths(): number | null {
  const isHydrated = useIsHydrated()
  if (!isHydrated) return null
  const months = document.querySelector<HTMLMetaElement>(`meta[name="${MESSAGE_MONTHS}"]`)?.content
  return months ? Number(months) : null
}
