import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { LANGUAGES } from '#schema/languages.ts'
import { localizedPath } from '#schema/localized-path.ts'
import { PRODUCT } from '#schema/product.ts'
import { readLocalizedPath } from '#schema/read-localized-path.ts'
import { withTexts } from '../i18n/with-texts.ts'
import { FURTHER_TITLES, PUBLIC_HEADS } from './page-heads.ts'
import { pagePath } from './page-path.ts'

const { name: product } = PRODUCT
const STRUCTURED = 'script[type="application/ld+json"]'

export interface Head {
  title: string
  description: string
  /** Whether the path is a page; false for the 404 page. */
  known: boolean
}

export function headOf(pathname: string): Head {
  const path = pagePath(pathname)
  const found = Object.entries(PUBLIC_HEADS).find(([page]) => page === path)?.[1]
  const name = found?.title ?? FURTHER_TITLES[path]
  const title = name ? i18n._(name) : t`Page Not Found`
  return {
    title:
      path === '/'
        ? t({ message: `${product}: ${title}`, comment: 'The title of the first page' })
        : t({ message: `${title} · ${product}`, comment: 'The title of every other page' }),
    description: found?.description ? i18n._(found.description) : i18n._(PRODUCT.description),
    known: name !== undefined,
  }
}

/** Sets the title, description and canonical link for a path, and on / the structured data. */
export async function applyHead(pathname: string) {
  const { title, description, known } = headOf(pathname)
  document.title = title
  document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  const { origin, pathname: address } = window.location
  const { language, page } = readLocalizedPath(address)
  if (known) canonicalLink().href = origin + localizedPath(language ?? LANGUAGES[0].code, pagePath(page))
  else document.querySelector('link[rel="canonical"]')?.remove()
  // They name the page that was loaded. Search engines load every page.
  for (const alternate of document.querySelectorAll('link[hreflang]')) alternate.remove()
  if (pathname !== '/') document.querySelector(STRUCTURED)?.remove()
  else if (!document.querySelector(STRUCTURED)) {
    // It contains questions and answers, whose texts are those of a page.
    const { structuredData } = await withTexts('pages', import('./structured-data.ts'))
    if (readLocalizedPath(window.location.pathname).page !== '/' || document.querySelector(STRUCTURED)) return
    const script = document.createElement('script')
    script.type = 'application/ld+json'
    script.textContent = JSON.stringify(structuredData(origin))
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
