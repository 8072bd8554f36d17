import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { CustomScheme } from 'electron'
import type { AppLanguage } from '../app-language.ts'
import type { ServerProxy } from '../servers/server-proxy.ts'
import { type AppFile, createAppFiles } from './app-files.ts'
import { contentPolicy } from './content-policy.ts'
import { fillPage } from './fill-page.ts'
import { APP_SCHEME, FIND_BAR_URL, isOurs, REACHABLE } from './origin.ts'
import { findBarTexts, offlineTexts } from './page-texts.ts'

/** Gives the scheme the rights of a web page: storage, fetch and the content security policy work as in a browser. */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

const OFFLINE = /^\/desktop\/(offline\.css|offline\.js|(fraunces|figtree)\.woff2)$/
const FIND_BAR = /^\/desktop\/(find-bar\.(?:css|js))$/
const FIND_BAR_PAGE = new URL(FIND_BAR_URL).pathname
/** Milliseconds that a page waits for the health check before the offline page shows that the app is connecting. */
const MAX_WAIT = 250

/**
 * Returns the handler of every request of the pages: files of the build, calls to the server, and the page for other
 * paths.
 */
export function createAppProtocol({
  directory,
  proxy,
  address,
  language,
}: {
  /** Holds `web/`, `offline/` and `find-bar/`. */
  directory: string
  proxy: ServerProxy
  address(): string
  language: Pick<AppLanguage, 'get' | 'direction'>
}) {
  const web = createAppFiles(join(directory, 'web'))
  const offline = createAppFiles(join(directory, 'offline'))
  const findBar = createAppFiles(join(directory, 'find-bar'))

  function answer(file: AppFile | null, status = 200, server: string | null = address()): Response {
    const headers = {
      'Content-Security-Policy': contentPolicy(server),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    }
    if (!file) return new Response('There is nothing at this address.', { status: 404, headers })
    return new Response(file.content, { status, headers: { ...headers, 'Content-Type': file.type } })
  }

  /** Returns a page with its texts in the app's language. */
  function translated(page: AppFile | null, texts: Record<string, string>): AppFile | null {
    if (!page) return null
    const html = new TextDecoder().decode(page.content)
    const filled = fillPage(html, texts, { lang: language.get(), dir: language.direction() })
    return { ...page, content: new TextEncoder().encode(filled) }
  }

  /**
   * Whether the offline page has just learned that the server answers. The reload that follows needs no second check.
   */
  let confirmed = false

  /**
   * Answers with the app if the server is reachable, else with the offline page. On a slow network, or one that drops
   * every packet, the offline page comes first, shows that the app is connecting, and requests the outcome from
   * REACHABLE.
   */
  async function page(): Promise<Response> {
    const known = confirmed
    confirmed = false
    const reachable = known || (await Promise.race([proxy.reachable(), delay(MAX_WAIT, false)]))
    if (reachable) return answer(await web('/index.html'))
    return answer(translated(await offline('/offline.html'), offlineTexts()), 503)
  }

  async function reachable(): Promise<Response> {
    confirmed = await proxy.reachable()
    const body = JSON.stringify({ reachable: confirmed })
    return answer({ content: new TextEncoder().encode(body), type: 'application/json' })
  }

  return async (request: Request): Promise<Response> => {
    if (!isOurs(request.url)) return answer(null)
    const path = new URL(request.url).pathname
    if (proxy.knows(request.method, path)) return proxy.forward(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(null)
    const [, own] = OFFLINE.exec(path) ?? []
    if (own) return answer(await offline(`/${own}`))
    if (path === FIND_BAR_PAGE)
      return answer(translated(await findBar('/find-bar.html'), findBarTexts()), 200, null)
    const [, ofFindBar] = FIND_BAR.exec(path) ?? []
    if (ofFindBar) return answer(await findBar(`/${ofFindBar}`), 200, null)
    if (path === REACHABLE) return reachable()
    if (path === '/' || path === '/index.html' || extname(path) === '') return page()
    return answer(await web(path))
  }
}
