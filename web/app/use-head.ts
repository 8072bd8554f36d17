import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The page's head follows the path. A page that came with its own, as the public ones do, has nothing to fetch. */
export function useHead() {
  const { pathname } = useLocation()
  useEffect(() => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (canonical && new URL(canonical.href).pathname === pathname) return
    import('./head.ts')
      .then(({ applyHead }) => {
        // One may have gone on meanwhile.
        if (window.location.pathname === pathname) return applyHead(pathname)
      })
      // A page with another's title is still that page.
      .catch(() => undefined)
  }, [pathname])
}
