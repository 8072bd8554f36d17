import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { PUBLIC_PAGES, type PublicPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { createServices } from '../state/services.ts'
import { App } from './app.tsx'

export interface PrerenderedPage {
  /** The path, or null for the page that says that there is none. */
  path: PublicPage | null
  html: string
  title: string
  description: string
  /** The chunks that it is made of, as their sources are called, so that their styles come with it. */
  modules: string[]
  structured: object | null
}

const FURTHER = 'app/further-routes.tsx'
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
      return ['screens/auth/auth-screen.tsx', 'screens/auth/document-panel.tsx']
  }
}

/** Every page that a visitor may read, as it stands before anybody has done anything. */
export const prerenderAll = (origin: string): Promise<PrerenderedPage[]> =>
  Promise.all([...PUBLIC_PAGES, null].map((path) => prerender(path, origin)))

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
    // In one piece, whatever its size: nothing has to be moved into place by a script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return {
    path,
    html: await text(prelude),
    title: head.title,
    description: head.description,
    modules: modulesOf(path),
    structured: path === '/' ? (await import('./structured-data.ts')).structuredData(origin) : null,
  }
}

/** Of somebody who has never been here and asks for nothing. */
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
    fetch: () => Promise.reject(new Error(`${PRODUCT.name} asks for nothing while it is built`)),
    storage,
    root: { dataset: {} },
    systemDark: { matches: false, addEventListener: () => undefined },
    events: new EventTarget(),
    now: () => 0,
    onArrival: () => undefined,
  })
}
