import { useIsHydrated } from './use-is-hydrated.ts'

/**
 * Returns a setting of this server, which the server writes into each page as a meta element; null without it.
 * Prerendered pages are built without these settings.
 */
export function usePageFact(name: string): string | null {
  const isHydrated = useIsHydrated()
  if (!isHydrated) return null
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null
}
