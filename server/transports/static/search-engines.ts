import type Router from '@koa/router'
import { PUBLIC_PAGES } from '#schema/pages.ts'
import { escapeHtml } from '#server/platform/html.ts'

/** Serves the sitemap and robots.txt. */
export function addSearchEngineRoutes(router: Router, origin: string) {
  const locations = PUBLIC_PAGES.map((path) => `  <url><loc>${escapeHtml(`${origin}${path}`)}</loc></url>`)
  router.get('/sitemap.xml', (ctx) => {
    ctx.type = 'application/xml'
    ctx.body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${locations.join('\n')}
</urlset>
`
  })

  router.get('/robots.txt', (ctx) => {
    ctx.type = 'text/plain'
    ctx.body = `User-agent: *
Disallow: /api/
Disallow: /admin
Disallow: /dev/
Disallow: /subscribe/
Disallow: /unsubscribe
Disallow: /not-me
Disallow: /open-app
Disallow: /password
Disallow: /payment/
Disallow: /verif
Sitemap: ${origin}/sitemap.xml
`
  })
}
