import { PRODUCT } from '#schema/product.ts'
import { FURTHER_TITLES, PUBLIC_HEADS } from './page-heads.ts'

const { name } = PRODUCT
const STRUCTURED = 'script[type="application/ld+json"]'

export interface Head {
  title: string
  description: string
  /** Whether the path is a page; false for the 404 page. */
  known: boolean
}

/** Ignores a slash at the end of the path. */
const pageOf = (pathname: string) => pathname.replace(/(.)\/$/, '$1')

export function headOf(pathname: string): Head {
  const path = pageOf(pathname)
  const found = Object.entries(PUBLIC_HEADS).find(([page]) => page === path)?.[1]
  const title = found?.title ?? FURTHER_TITLES[path]
  return {
    title: path === '/' ? `${name}: ${title}` : `${title ?? 'Page Not Found'} · ${name}`,
    description: found?.description ?? PRODUCT.description,
    known: title !== undefined,
  }
}

/** Sets the title, description and canonical link for a path, and on / the structured data. */
export async function applyHead(pathname: string) {
  const { title, description, known } = headOf(pathname)
  document.title = title
  document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  if (known) canonicalLink().href = new URL(pageOf(pathname), window.location.origin).href
  else document.querySelector('link[rel="canonical"]')?.remove()
  if (pathname !== '/') document.querySelector(STRUCTURED)?.remove()
  else if (!document.querySelector(STRUCTURED)) {
    const { structuredData } = await import('./structured-data.ts')
    if (window.location.pathname !== '/' || document.querySelector(STRUCTURED)) return
    const script = document.createElement('script')
    script.type = 'application/ld+json'
    script.textContent = JSON.stringify(structuredData(window.location.origin))
    document.head.append(script)
  }
}

function canonicalLink() {
  const found = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (found) return found
  const link = document.createElement('link')
  link.rel = 'canonical'
  document.head.append(link)
  return link
}
