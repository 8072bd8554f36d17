import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Middleware } from 'koa'
import sirv from 'sirv'
import { PAGES } from '#schema/pages.ts'

const PAGE_PATHS: ReadonlySet<string> = new Set(PAGES)

/** The built web app: its files, and its one page for every path. A path that has no page gets it with 404. */
export async function serveWeb(directory: string): Promise<Middleware> {
  const readPage = () => readFile(join(directory, 'index.html'))
  let page = await readPage()
  const files = sirv(directory, {
    etag: true,
    // Looked up each time: a build may replace the files under a running server, and a remembered one that is gone
    // would end the process.
    dev: true,
    setHeaders(res, pathname) {
      // Names under assets/ carry a hash of their content.
      const lasting = pathname.startsWith('/assets/')
      res.setHeader('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    if (/^\/(api|dev|subscribe|rapport-api)(\/|$)/.test(ctx.path)) return next()
    if (ctx.path !== '/' && ctx.path !== '/index.html') {
      // sirv answers by itself when it has the file; only the fall-through comes back here.
      ctx.respond = false
      ctx.res.statusCode = 200
      const missed = await new Promise<boolean>((resolve) => {
        ctx.res.once('close', () => resolve(false))
        files(ctx.req, ctx.res, () => resolve(true))
      })
      if (!missed) return
      ctx.respond = true
    }
    ctx.status = PAGE_PATHS.has(ctx.path.replace(/(.)\/$/, '$1')) ? 200 : 404
    ctx.type = 'html'
    ctx.set('Cache-Control', 'no-cache')
    page = await readPage().catch(() => page)
    ctx.body = page
  }
}
