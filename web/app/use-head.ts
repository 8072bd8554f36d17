import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readLocalizedPath } from '#schema/read-localized-path.ts'
import { withTexts } from '../i18n/with-texts.ts'

/** Updates the page's head when the path changes. Public pages arrive with their own head and fetch nothing. */
export function useHead() {
  const { pathname } = useLocation()
  useEffect(() => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    // The router's path has no language.
    if (canonical && readLocalizedPath(new URL(canonical.href).pathname).page === pathname) return
    withTexts('heads', import('./head.ts'))
      .then(({ applyHead }) => {
        // Skip the update if the path has changed since.
        if (readLocalizedPath(window.location.pathname).page === pathname) return applyHead(pathname)
      })
      // A wrong title does not break the page.
      .catch(() => undefined)
  }, [pathname])
}
