import { text } from 'node:stream/consumers'
import { i18n } from '@lingui/core'
import { prerenderToNodeStream } from 'react-dom/static'
import { createPath, parsePath, Router, type To } from 'react-router'
import { LANGUAGES, type Language } from '#schema/languages.ts'
import { PUBLIC_PAGES, type PublicPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { loadTexts } from '../i18n/load-texts.ts'
import type { TextArea } from '../i18n/text-areas.ts'
import { createServices } from '../state/services.ts'
import { App } from './app.tsx'
import { installedTexts } from './offline-page.ts'
import { pageAddress } from './page-address.ts'

export interface PrerenderedPage {
  /** The path without a language, or null for the 404 page. */
  path: PublicPage | null
  language: Language
  html: string
  title: string
  description: string
  /** The source files of the page's chunks; the build adds their styles to the page. */
  modules: string[]
  /** The catalogues that the page needs before it renders. */
  catalogues: string[]
  structured: object | null
}

const FURTHER = 'app/further-routes.tsx'
const DOCUMENT = 'screens/auth/document-panel.tsx'
const LOGIN = 'screens/auth/login-form.tsx'
const REGISTER = 'screens/auth/register-form.tsx'
const SUMMARY = 'screens/summaries/document-summary.tsx'
const LAYOUT = 'screens/public/public-layout.tsx'

/** Returns the dynamic entries of a page. The sign-in screen is in the file that every page loads. */
function modulesOf(path: PublicPage | null, language: Language): string[] {
  switch (path) {
    case null:
      return [FURTHER]
    case '/':
      return []
    case '/auth':
      return [LOGIN]
    case '/register':
      return [REGISTER]
    case '/faq':
      return [FURTHER, LAYOUT, 'screens/faq/faq-screen.tsx']
    case '/about':
      return [FURTHER, LAYOUT, 'screens/about/about-screen.tsx']
    case '/talk-to-strangers':
    case '/random-chat':
    case '/find-friends':
    case '/friend-finder':
      return [FURTHER, LAYOUT, 'screens/landing/landing-screen.tsx']
    case '/contact':
      return [LOGIN, DOCUMENT]
    default:
      return [LOGIN, DOCUMENT, ...(language === 'en' ? [] : [SUMMARY])]
  }
}

/** The areas of the texts of these modules, besides `base`. */
const AREA_OF = new Map<string, TextArea>([
  [FURTHER, 'pages'],
  [LOGIN, 'register'],
  [REGISTER, 'register'],
  [DOCUMENT, 'documents'],
  [SUMMARY, 'summaries'],
])

/** Returns the areas whose texts a page with these modules shows. */
const areasOf = (modules: readonly string[]): TextArea[] => [
  'base',
  ...modules.flatMap((name) => AREA_OF.get(name) ?? []),
]

/** The areas of the texts of all public pages. Each page shares the loaded code with the other languages. */
const AREAS = ['base', 'register', 'heads', 'pages', 'documents', 'summaries'] as const

/** Renders every public page in every language, as a new visitor first sees it. */
export async function prerenderAll(origin: string): Promise<PrerenderedPage[]> {
  const pages: PrerenderedPage[] = []
  // One language after the other: a page is rendered in the active one.
  for (const { code } of LANGUAGES) {
    i18n.activate(code)
    for (const area of AREAS) await loadTexts(area)
    pages.push(...(await Promise.all([...PUBLIC_PAGES, null].map((path) => prerender(path, code, origin)))))
  }
  return pages
}

/** Returns the texts of the offline page and the manifest in a language. */
export async function installedTextsIn(language: Language) {
  i18n.activate(language)
  for (const area of ['base', 'heads'] as const) await loadTexts(area)
  return installedTexts()
}

async function prerender(
  path: PublicPage | null,
  language: Language,
  origin: string,
): Promise<PrerenderedPage> {
  const location = path ?? '/404'
  const head = (await import('./head.ts')).headOf(location)
  const services = visitorServices()
  services.start()
  const modules = modulesOf(path, language)
  const { prelude } = await prerenderToNodeStream(
    <App
      services={services}
      router={(children) => (
        <Router location={location} navigator={staticNavigator(language)} static>
          {children}
        </Router>
      )}
    />,
    // Render in one piece, whatever the size: then no script has to move parts into place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return {
    path,
    language,
    html: await text(prelude),
    title: head.title,
    description: head.description,
    modules,
    catalogues: areasOf(modules).map((area) => `../locales/${language}/${area}.po`),
    structured: path === '/' ? (await import('./structured-data.ts')).structuredData(origin) : null,
  }
}

/** Returns a navigator whose links stay in the language. Nothing navigates while a page is built. */
function staticNavigator(language: Language) {
  const refuse = () => {
    throw new Error('a page that is being built cannot navigate')
  }
  const pathOf = (to: To) => (typeof to === 'string' ? to : createPath(to))
  return {
    createHref: (to: To) => pageAddress(language, pathOf(to)),
    encodeLocation: (to: To) => ({ pathname: '/', search: '', hash: '', ...parsePath(pathOf(to)) }),
    push: refuse,
    replace: refuse,
    go: refuse,
  }
}

/** Returns the services of a first-time visitor. They make no requests. */
function visitorServices() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
  return createServices({
    fetch: () => Promise.reject(new Error(`${PRODUCT.name} makes no requests while it is built`)),
    stores: { localStorage: storage, sessionStorage: storage },
    root: { dataset: {} },
    systemDark: { matches: false, addEventListener: () => undefined },
    events: new EventTarget(),
    now: () => 0,
    onArrival: () => undefined,
  })
}
