import { extname, join } from 'node:path'
import type { CustomScheme } from 'electron'
import { type AppFile, createAppFiles } from './app-files.ts'
import { contentPolicy } from './content-policy.ts'
import { APP_SCHEME, isOurs } from './origin.ts'
import type { ServerProxy } from './server-proxy.ts'

/** Like a web page's own scheme, so that storage, fetch and the content security policy work as in a browser. */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

const OFFLINE = /^\/desktop\/(offline\.css|offline\.js|(fraunces|figtree)\.woff2)$/

/** Answers every request of the pages: files of the build, calls for the server, and the page for every other path. */
export function createAppProtocol({
  directory,
  proxy,
  address,
}: {
  /** Holds `web/` and `offline/`. */
  directory: string
  proxy: ServerProxy
  address(): string
}) {
  const web = createAppFiles(join(directory, 'web'))
  const offline = createAppFiles(join(directory, 'offline'))

  function answer(file: AppFile | null, status = 200): Response {
    const headers = {
      'Content-Security-Policy': contentPolicy(address()),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    }
    if (!file) return new Response('There is nothing at this address.', { status: 404, headers })
    return new Response(file.content, { status, headers: { ...headers, 'Content-Type': file.type } })
  }

  /** Every page begins here: without its server it would only fail piece by piece. */
  async function page(): Promise<Response> {
    if (await proxy.reachable()) return answer(await web('/index.html'))
    return answer(await offline('/offline.html'), 503)
  }

  return async (request: Request): Promise<Response> => {
    if (!isOurs(request.url)) return answer(null)
    const path = new URL(request.url).pathname
    if (proxy.knows(request.method, path)) return proxy.forward(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(null)
    const [, own] = OFFLINE.exec(path) ?? []
    if (own) return answer(await offline(`/${own}`))
    if (path === '/' || path === '/index.html' || extname(path) === '') return page()
    return answer(await web(path))
  }
}
