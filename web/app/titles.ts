import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { PRODUCT } from '#schema/product.ts'

const TITLES: Record<string, string> = {
  '/': `${PRODUCT.name}: start with what you share`,
  '/auth': `Log in or register · ${PRODUCT.name}`,
  '/verify': `Verifying your email · ${PRODUCT.name}`,
  '/verification-complete': `Email verification · ${PRODUCT.name}`,
}

/** Title, description and canonical link of the path one is on. */
export function useTitles() {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = TITLES[pathname] ?? `Page Not Found · ${PRODUCT.name}`
    document.querySelector('meta[name="description"]')?.setAttribute('content', PRODUCT.description)
    let link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (!link) {
      link = document.createElement('link')
      link.rel = 'canonical'
      document.head.append(link)
    }
    link.href = new URL(pathname, window.location.origin).href
  }, [pathname])
}
