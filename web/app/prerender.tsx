import { text } from 'node:stream/consumers'
import { i18n } from '@lingui/core'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { PUBLIC_PAGES, type PublicPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { loadTexts } from '../i18n/load-texts.ts'
import type { TextArea } from '../i18n/text-areas.ts'
import { createServices } from '../state/services.ts'
import { App } from './app.tsx'

export interface PrerenderedPage {
  /** The path, or null for the 404 page. */
  path: PublicPage | null
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
const LAYOUT = 'screens/public/public-layout.tsx'

function modulesOf(path: PublicPage | null): string[] {
  switch (path) {
    case null:
      return [FURTHER]
    case '/':
    case '/auth':
      return ['screens/auth/auth-screen.tsx']
    case '/faq':
      return [FURTHER, LAYOUT, 'screens/faq/faq-screen.tsx']
    case '/about':
      return [FURTHER, LAYOUT, 'screens/about/about-screen.tsx']
    case '/talk-to-strangers':
    case '/random-chat':
    case '/find-friends':
    case '/friend-finder':
      return [FURTHER, LAYOUT, 'screens/landing/landing-screen.tsx']
    default:
      return ['screens/auth/auth-screen.tsx', DOCUMENT]
  }
}

/** Returns the areas whose texts the page shows. */
function areasOf(path: PublicPage | null): TextArea[] {
  const modules = modulesOf(path)
  if (modules.includes(FURTHER)) return ['base', 'pages']
  return modules.includes(DOCUMENT) ? ['base', 'documents'] : ['base']
}

/** Renders every public page as a new visitor first sees it. */
export async function prerenderAll(origin: string): Promise<PrerenderedPage[]> {
  i18n.activate('en')
  for (const area of ['base', 'heads', 'pages', 'documents'] as const) await loadTexts(area)
  return Promise.all([...PUBLIC_PAGES, null].map((path) => prerender(path, origin)))
}

async function prerender(path: PublicPage | null, origin: string): Promise<PrerenderedPage> {
  const location = path ?? '/404'
  const head = (await import('./head.ts')).headOf(location)
  const services = visitorServices()
  services.start()
  const { prelude } = await prerenderToNodeStream(
    <App
      services={services}
      router={(children) => <StaticRouter location={location}>{children}</StaticRouter>}
    />,
    // Render in one piece, whatever the size: then no script has to move parts into place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return {
    path,
    html: await text(prelude),
    title: head.title,
    description: head.description,
    modules: modulesOf(path),
    catalogues: areasOf(path).map((area) => `../locales/${i18n.locale}/${area}.po`),
    structured: path === '/' ? (await import('./structured-data.ts')).structuredData(origin) : null,
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
    key: () => null,
    length: 0,
  }
  return createServices({
    fetch: () => Promise.reject(new Error(`${PRODUCT.name} makes no requests while it is built`)),
    storage,
    root: { dataset: {} },
    systemDark: { matches: false, addEventListener: () => undefined },
    events: new EventTarget(),
    now: () => 0,
    onArrival: () => undefined,
  })
}
