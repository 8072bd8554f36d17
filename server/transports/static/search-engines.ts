import type Router from '@koa/router'
import { LANGUAGES } from '#schema/languages.ts'
import { localizedPath } from '#schema/localized-path.ts'
import { PUBLIC_PAGES, type PublicPage } from '#schema/pages.ts'
import { escapeHtml } from '#server/platform/html.ts'

/** Returns the entries of a page in every language. Each names all of its languages, as search engines ask. */
function locationsOf(page: PublicPage, origin: string): string[] {
  const addresses = LANGUAGES.map(
    ({ code }) => [code, escapeHtml(origin + localizedPath(code, page))] as const,
  )
  const alternates = [...addresses, ['x-default', escapeHtml(origin + page)] as const].map(
    ([language, address]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`,
  )
  return addresses.map(([, address]) => `  <url><loc>${address}</loc>${alternates.join('')}</url>`)
}

/** Serves the sitemap and robots.txt. */
export function addSearchEngineRoutes(router: Router, origin: string) {
  const locations = PUBLIC_PAGES.flatMap((page) => locationsOf(page, origin))
  router.get('/sitemap.xml', (ctx) => {
    ctx.type = 'application/xml'
    ctx.body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
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
