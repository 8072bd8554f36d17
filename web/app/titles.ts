import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { PRODUCT } from '#schema/product.ts'

const NAME = PRODUCT.name

/** The titles of all other paths come in a chunk of their own. */
async function titleOf(path: string): Promise<string> {
  if (path === '/') return `${NAME}: start with what you share`
  if (path === '/auth') return `Log in or register · ${NAME}`
  const { TITLES } = await import('./further-titles.ts')
  return `${TITLES[path.replace(/(.)\/$/, '$1')] ?? 'Page Not Found'} · ${NAME}`
}

/** Title, description and canonical link of the path one is on. */
export function useTitles() {
  const { pathname } = useLocation()
  useEffect(() => {
    let current = true
    titleOf(pathname).then(
      (title) => {
        if (current) document.title = title
      },
      () => undefined,
    )
    document.querySelector('meta[name="description"]')?.setAttribute('content', PRODUCT.description)
    let link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (!link) {
      link = document.createElement('link')
      link.rel = 'canonical'
      document.head.append(link)
    }
    link.href = new URL(pathname, window.location.origin).href
    return () => {
      current = false
    }
  }, [pathname])
}
