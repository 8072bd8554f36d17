import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#schema/languages.ts'
import { localizedPath } from '#schema/localized-path.ts'
import { PUBLIC_PAGES } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { startApp, type TestApp } from '../../kit/app.ts'
import { useNode } from '../../kit/use-node.ts'

const DIST = resolve(import.meta.dirname, '../../../dist')

const node = useNode({
  web: { files: `${DIST}/web`, pages: `${DIST}/pages` },
  env: { PUBLIC_URL: 'https://rapport.example' },
})

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(node.url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const contentOf = (html: string, pattern: RegExp) => html.match(pattern)?.[1] ?? null
const structured = (html: string) => html.match(/<script type="application\/ld\+json">(.*?)<\/script>/s)?.[1]

const TRANSLATED = LANGUAGES.slice(1)

/** Returns the address of a page in each language. */
const addressesOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    LANGUAGES.map(({ code }) => [code, `https://rapport.example${localizedPath(code, page)}`]),
  )
/** Returns the other languages that a page or an entry of the sitemap names, with their addresses. */
const alternatesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(([, code, address]) => [
      code,
      address,
    ]),
  )

/** One sentence of each page that is on no other page. */
const SAYS: Record<(typeof PUBLIC_PAGES)[number], string> = {
  '/': 'What could you talk about for an hour?',
  '/auth': 'Forgot password?',
  '/register': 'Only for us',
  '/talk-to-strangers': 'Talk to strangers who care about the same things.',
  '/random-chat': 'Random chat with something in common.',
  '/find-friends': 'Find friends who love what you love.',
  '/friend-finder': 'A friend finder that starts with your interests.',
  '/faq': 'Why do I have to verify my email?',
  '/about': 'It starts with one thing in common.',
  '/terms': 'By opening an account, you agree to these terms.',
  '/privacy': 'March 18, 2025',
  '/contact': '9 AM – 6 PM IST',
  '/refund-policy': 'December 15, 2024',
  '/cancellation-policy': 'December 15, 2024',
}

describe('a public page', () => {
  // covers: 2.1-faq-and-about, 2.2-titles-and-canonical-links
  it.each(PUBLIC_PAGES)('can be read without JavaScript at %s, with its own head', async (path) => {
    const { status, text } = await read(path)
    expect(status).toBe(200)
    const body = text.slice(text.indexOf('<body>')).replaceAll(/<!-- -->|<[^>]+>/g, '')
    expect(body.replaceAll(/\s+/g, ' ')).toContain(SAYS[path])
    expect(contentOf(text, /<link rel="canonical" href="([^"]+)"/)).toBe(`https://rapport.example${path}`)
    expect(contentOf(text, /<meta property="og:image" content="([^"]+)"/)).toBe(
      'https://rapport.example/og.png',
    )
    expect(contentOf(text, /<meta name="description" content="([^"]+)"/)?.length).toBeGreaterThan(60)
    expect(structured(text) !== undefined).toBe(path === '/')
    expect(text).not.toContain('%ORIGIN%')
  })

  // covers: 2.2-titles-and-canonical-links
  it('carries its own title and, except for / and /auth, its own description', async () => {
    const pages = await Promise.all(PUBLIC_PAGES.map(async (path) => (await read(path)).text))
    const titles = pages.map((text) => contentOf(text, /<title>([^<]+)<\/title>/))
    const descriptions = pages.map((text) => contentOf(text, /<meta name="description" content="([^"]+)"/))
    expect(new Set(titles).size).toBe(PUBLIC_PAGES.length)
    expect(new Set(descriptions).size).toBe(PUBLIC_PAGES.length - 1)
    expect(titles.filter((title) => (title?.length ?? 99) > 65)).toEqual([])
  })

  // covers: 2.2-structured-data
  it('contains structured data on / alone: application, organisation, website, questions', async () => {
    const graph = JSON.parse(structured((await read('/')).text) ?? '{}')['@graph'] as {
      '@type': string
      url?: string
    }[]
    expect(graph.map((one) => one['@type'])).toEqual(['WebApplication', 'Organization', 'WebSite', 'FAQPage'])
    expect(graph[0]?.url).toBe('https://rapport.example/')
  })

  // covers: beyond-pages-name-retention
  it('names the age at which messages are deleted, where the server has that setting', async () => {
    const metaOf = async (at: TestApp, path: string) =>
      contentOf(await (await fetch(at.url + path)).text(), /<meta name="message-months" content="([^"]*)"/)
    expect(await metaOf(node, '/faq')).toBeNull()
    const limited = await startApp({
      web: { files: `${DIST}/web`, pages: `${DIST}/pages` },
      env: { MESSAGE_RETENTION_MONTHS: '24' },
    })
    try {
      for (const path of ['/faq', '/de/faq', '/privacy', '/pricing', '/no-such-page'])
        expect([path, await metaOf(limited, path)]).toEqual([path, '24'])
    } finally {
      await limited[Symbol.asyncDispose]()
    }
  })

  // covers: beyond-first-steps
  it('says that there are demo partners only where the demo runs', async () => {
    const web = { files: `${DIST}/web`, pages: `${DIST}/pages` }
    const hasDemo = async (at: TestApp) =>
      (await (await fetch(at.url)).text()).includes('<meta name="demo-partners" content="on"')
    expect(await hasDemo(node)).toBe(false)
    const demo = await startApp({ web, env: { DEMO: 'on' } })
    try {
      expect(await hasDemo(demo)).toBe(true)
    } finally {
      await demo[Symbol.asyncDispose]()
    }
  })

  it('arrives compressed, and only when it has changed', async () => {
    for (const encoding of ['br', 'gzip']) {
      const packed = await read('/faq', { 'accept-encoding': encoding })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.text).toContain('Why do I have to verify my email?')
    }
    const plain = await read('/faq', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const again = await read('/faq', {
      'if-none-match': plain.headers.get('etag') ?? '',
      // A browser sends this header; `fetch` would otherwise prevent a 304.
      'cache-control': 'max-age=0',
    })
    expect(again).toMatchObject({ status: 304, text: '' })
  })
})

describe('a public page in another language', () => {
  // covers: design-public-pages-in-twelve-languages
  it.each(LANGUAGES.slice(1))(
    'declares its language, its direction and its other languages: $code',
    async ({ code, direction }) => {
      for (const page of PUBLIC_PAGES) {
        const { status, headers, text } = await read(localizedPath(code, page))
        expect(status).toBe(200)
        expect(headers.get('cache-control')).toBe('no-cache')
        const tag = contentOf(text, /(<html[^>]*>)/)
        expect(tag).toContain(`lang="${code}"`)
        expect(tag?.includes('dir="rtl"')).toBe(direction === 'rtl')
        expect(contentOf(text, /<link rel="canonical" href="([^"]+)"/)).toBe(addressesOf(page)[code])
        expect(alternatesOf(text)).toEqual({ ...addressesOf(page), 'x-default': addressesOf(page).en })
        expect(contentOf(text, /<meta property="og:locale" content="([^"]+)"/)).toMatch(
          new RegExp(`^${code.split('-')[0]}_[A-Z]{2}$`),
        )
        expect(structured(text) !== undefined).toBe(page === '/')
        // Only the catalogues of this language are fetched early.
        const catalogue = contentOf(text, /<link rel="modulepreload" href="(\/assets\/base-[^"]+)"/)
        expect(catalogue).not.toBeNull()
      }
    },
  )

  it('links to the public pages in its language and to other pages without one', async () => {
    const { text } = await read('/hi/auth')
    const links = [...text.matchAll(/<a [^>]*?href="([^"]+)"[^>]*data-discover/g)].map(([, href]) => href)
    expect(links).toEqual(
      expect.arrayContaining(['/hi', '/hi/terms', '/hi/random-chat', '/hi/register', '/password-reset']),
    )
    expect(links).not.toContain('/terms')
  })

  it('arrives compressed, and only when it has changed', async () => {
    const packed = await read('/de/faq', { 'accept-encoding': 'br' })
    expect(packed.headers.get('content-encoding')).toBe('br')
    const again = await read('/de/faq', {
      'accept-encoding': 'br',
      'if-none-match': packed.headers.get('etag') ?? '',
      'cache-control': 'max-age=0',
    })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('answers at its address with a slash at the end, too', async () => {
    expect((await read('/hi/')).status).toBe(200)
    expect((await read('/zh-Hans/faq/')).status).toBe(200)
  })

  it.each(['/hi//faq', '/hi///faq'])('answers at %s as at its own address', async (path) => {
    const { status, text } = await read(path)
    expect(status).toBe(200)
    expect(text).toMatch(/rel="canonical" href="[^"]+[^/]\/hi\/faq"/)
  })

  it.each(['/hi/pricing', '/hi/nowhere', '/en/faq', '/HI/faq', '/hi/hi/faq', '/hi/404', '/hi//nowhere'])(
    'does not exist at %s, which is a 404',
    async (path) => {
      const { status, text } = await read(path)
      expect(status).toBe(404)
      expect(text).toContain('noindex')
      expect(text).not.toContain('rel="canonical"')
    },
  )
})

describe('an unknown path', () => {
  it.each(['/nowhere', '/faq/more', '/assets/gone.js', '/index.htm'])(
    'answers with 404 at %s',
    async (path) => {
      const { status, text } = await read(path)
      expect(status).toBe(404)
      expect(text).toContain('Page Not Found')
      expect(text).toContain('noindex')
    },
  )
})

describe('search engines', () => {
  // covers: design-sitemap
  it('find exactly the public pages in the sitemap', async () => {
    const { status, headers, text } = await read('/sitemap.xml')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('xml')
    const listed = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location)
    const expected = PUBLIC_PAGES.flatMap((page) => LANGUAGES.map(({ code }) => localizedPath(code, page)))
    expect(listed).toEqual(expected.map((path) => `https://rapport.example${path}`))
  })

  // covers: design-public-pages-in-twelve-languages
  it('find all languages of a page at each of its entries in the sitemap', async () => {
    const { text } = await read('/sitemap.xml')
    const entries = [...text.matchAll(/<url>(.*?)<\/url>/g)].map(([, entry = '']) => entry)
    const ofFaq = entries.filter((entry) => /<loc>[^<]*\/faq<\/loc>/.test(entry))
    expect(ofFaq).toHaveLength(LANGUAGES.length)
    for (const entry of ofFaq)
      expect(alternatesOf(entry)).toEqual({
        ...addressesOf('/faq'),
        'x-default': 'https://rapport.example/faq',
      })
  })

  it('find the sitemap and the excluded paths in robots.txt', async () => {
    const { text } = await read('/robots.txt')
    expect(text).toContain('Sitemap: https://rapport.example/sitemap.xml')
    expect(text).toContain('Disallow: /api/')
  })
})

describe('the files of the app', () => {
  // covers: design-assets-compressed-and-cached
  it('come compressed from the build and are cached for a year, because their names are hashed', async () => {
    const { text } = await read('/')
    const script = contentOf(text, /src="(\/assets\/base-[^"]+\.js)"/) ?? ''
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await read(script, { 'accept-encoding': encoding })
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  // covers: design-offline-page-installable
  it('include an icon of every kind and an offline page', async () => {
    const manifest = JSON.parse((await read('/manifest.webmanifest')).text) as {
      icons: { src: string; purpose?: string }[]
    }
    for (const { src } of manifest.icons) expect((await read(src)).status).toBe(200)
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
    for (const path of ['/offline.html', '/sw.js', '/og.png', '/apple-touch-icon.png'])
      expect((await read(path)).status).toBe(200)
  })

  // covers: design-offline-page-language
  it.each(TRANSLATED)('include an offline page and a manifest in $code', async ({ code, direction }) => {
    const { text } = await read(`/offline.${code}.html`)
    expect(text).toContain(`<html lang="${code}" dir="${direction}">`)
    expect(text).not.toContain('No connection')
    const { name, lang, dir, description } = JSON.parse((await read(`/manifest.${code}.webmanifest`)).text)
    expect({ name, lang, dir }).toEqual({ name: PRODUCT.name, lang: code, dir: direction })
    expect(description).not.toBe(PRODUCT.description)
    expect((await read(`/${code}/faq`)).text).toContain(`href="/manifest.${code}.webmanifest"`)
  })

  // covers: design-product-name-in-one-file
  it('contain the product name from its single definition', async () => {
    const manifest = JSON.parse((await read('/manifest.webmanifest')).text)
    expect([manifest.name, manifest.short_name, manifest.description]).toEqual([
      PRODUCT.name,
      PRODUCT.name,
      PRODUCT.description,
    ])
    for (const path of ['/', '/pricing', '/nowhere', '/offline.html']) {
      const { text } = await read(path)
      expect(contentOf(text, /<title>(.*?)<\/title>/)).toContain(PRODUCT.name)
      expect(text).not.toContain('%PRODUCT')
    }
  })
})
