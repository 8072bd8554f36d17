import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Middleware } from 'koa'
import sirv from 'sirv'
import { PAGES, PUBLIC_PAGES } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { readLocalizedPath } from '#schema/read-localized-path.ts'
import { createBuiltPages, type PageFacts } from './built-pages.ts'

const PAGE_PATHS: ReadonlySet<string> = new Set(PAGES)
const PUBLIC_PATHS: ReadonlySet<string> = new Set(PUBLIC_PAGES)
/** A segment that begins with a dot: nothing that a visitor needs is called so, except below /.well-known/. */
const HIDDEN = /\/(\.|%2e)(?!well-known\/)/i
const NO_PAGES = new RegExp(`^/(api|dev|subscribe|${PRODUCT.slug}-api)(/|$)`)

/** Text that sirv would serve without saying its encoding. */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
])

export interface BuiltWeb {
  /** The app's own files. */
  files: string
  /** The prerendered public pages. */
  pages: string
}

/** Ties a file to its response. sirv handles neither a read error, which would end the process, nor a client that left. */
function tie(file: Readable, response: ServerResponse) {
  file.once('error', () => response.destroy())
  response.once('close', () => file.destroy())
}

/** Returns whether a path has a page. Only public pages have paths with a language. */
function isPage(path: string): boolean {
  const { language, page } = readLocalizedPath(path)
  return (language ? PUBLIC_PATHS : PAGE_PATHS).has(page)
}

/** The built web app: its files, its public pages, and its one bare page for every other path. */
export function serveWeb({ files, pages }: BuiltWeb, facts: PageFacts): Middleware {
  const built = createBuiltPages({ shell: join(files, 'index.html'), directory: pages, ...facts })
  const serveFile = sirv(files, {
    etag: true,
    brotli: true,
    gzip: true,
    // Looked up each time: a build may replace the files under a running server, and a remembered one that is gone
    // would end the process.
    dev: true,
    setHeaders(res, pathname) {
      // Names under assets/ carry a hash of their content.
      const lasting = pathname.startsWith('/assets/')
      res.setHeader('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      res.setHeader('Vary', 'Accept-Encoding')
      const type = TEXT_TYPES.get(extname(pathname))
      if (type) res.setHeader('Content-Type', `${type}; charset=utf-8`)
    },
  })
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    if (NO_PAGES.test(ctx.path)) return next()
    const path = ctx.path.replace(/(.)\/$/, '$1').replace(/^\/index\.html$/, '/')
    const known = isPage(path)
    if (!known && !HIDDEN.test(ctx.path)) {
      // sirv answers by itself when it has the file; only the fall-through comes back here.
      ctx.respond = false
      ctx.res.statusCode = 200
      const missed = await new Promise<boolean>((resolve) => {
        ctx.res.once('close', () => resolve(false))
        ctx.res.once('pipe', (file: Readable) => tie(file, ctx.res))
        serveFile(ctx.req, ctx.res, () => resolve(true))
      })
      if (!missed) return
      ctx.respond = true
    }
    const page = await (known ? built.page(path) : built.notFound(path))
    ctx.status = known ? 200 : 404
    ctx.type = 'html'
    ctx.set('Cache-Control', 'no-cache')
    ctx.vary('Accept-Encoding')
    ctx.etag = page.etag
    if (known && ctx.fresh) {
      ctx.status = 304
      return
    }
    const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity')
    if (encoding === 'br' || encoding === 'gzip') ctx.set('Content-Encoding', encoding)
    ctx.body = await page.as(encoding === 'br' || encoding === 'gzip' ? encoding : 'identity')
  }
}
