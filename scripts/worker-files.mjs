// Lists the files that the service worker keeps: web/worker/worker-files.ts describes them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../schema/languages.ts'
import { LATER_AREAS } from '../web/i18n/text-areas.ts'

/** Chunks that the home and an open chat cannot do without. scripts/chunk-groups.ts names them. */
const NEEDED = /^_(base|calls|shared|member|home|chat|graphql|icons|interest-names)-.*\.js$/
const NEEDED_TEXTS = ['base', 'member']
/** Texts of what members may use later. */
const FURTHER_TEXTS = LATER_AREAS.filter(
  (area) => !['pages', 'documents', 'summaries', 'staff'].includes(area),
)
/** What only visitors and staff use, or what a search engine leads to. */
const LEFT_OUT =
  /^(\.\.\/locales|app\/structured-data|ui\/fonts|screens\/(about|admin|desktop|faq|landing|location-debug|moderation|not-me|password|payment|public|summaries|unsubscribe|verification)|screens\/auth\/(document|register)|state\/desktop)/
const FONTS = ['ui/fonts/figtree-latin.woff2', 'ui/fonts/fraunces-soft-latin.woff2']
/** Languages whose letters are in further fonts. */
const FURTHER_FONTS = { tr: ['ui/fonts/figtree-latin-ext.woff2', 'ui/fonts/fraunces-soft-latin-ext.woff2'] }
/** An address that the server answers with the bare page, which starts the app at any address. */
const SHELL = '/privacy-centre'
/** The page that hides the app, and its script. */
const NEUTRAL = ['/today.html', '/today.js']
/** Marks a copy of a file whose address later versions use too: the network answers that address while it can. */
const KEPT = '?kept'

/** @param {Record<string, import('vite').ManifestChunk>} manifest of the build in `directory` */
export function workerFiles(manifest, directory) {
  const keys = Object.keys(manifest)
  const needed = closure(
    manifest,
    keys.filter((key) => NEEDED.test(key)),
    [],
  )
  const all = closure(
    manifest,
    keys.filter((key) => manifest[key].isDynamicEntry && !LEFT_OUT.test(key)),
    needed,
  )
  const page = readFileSync(join(directory, 'index.html'), 'utf8')
  const common = urlsOf(manifest, [...needed, ...FONTS])
  return {
    shell: { url: `${SHELL}${KEPT}`, revision: hashOf(page) },
    copies: ['/theme.js', '/language.js'].map((path) => entry(directory, path, `${path}${KEPT}`)),
    neutral: NEUTRAL.map((path) => entry(directory, path)),
    needed: common,
    further: without(urlsOf(manifest, all), common),
    languages: Object.fromEntries(
      LANGUAGES.map(({ code }) => [code, filesOfLanguage(manifest, directory, code, common)]),
    ),
  }
}

function filesOfLanguage(manifest, directory, code, common) {
  const texts = (areas) =>
    closure(
      manifest,
      areas.map((area) => `../locales/${code}/${area}.po`),
      [],
    )
  const needed = without(urlsOf(manifest, [...texts(NEEDED_TEXTS), ...(FURTHER_FONTS[code] ?? [])]), common)
  return {
    offline: entry(directory, code === 'en' ? '/offline.html' : `/offline.${code}.html`),
    needed,
    further: without(urlsOf(manifest, texts(FURTHER_TEXTS)), [...common, ...needed]),
  }
}

const without = (urls, others) => urls.filter((url) => !others.includes(url))

/** Returns these chunks and all that they import statically. */
function closure(manifest, roots, known) {
  const found = new Set(known)
  const waiting = [...roots]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue
    found.add(key)
    waiting.push(...(manifest[key]?.imports ?? []))
  }
  return [...found]
}

/** @throws Error for a key that the manifest lacks */
function urlsOf(manifest, keys) {
  const files = keys.flatMap((key) => {
    if (!manifest[key]) throw new Error(`the build has no ${key}: see scripts/worker-files.mjs`)
    const { file, css = [] } = manifest[key]
    return [file, ...css]
  })
  return [...new Set(files)].map((file) => `/${file}`).sort()
}

const entry = (directory, path, url = path) => ({
  url,
  revision: hashOf(readFileSync(join(directory, path))),
})

const hashOf = (content) => createHash('sha256').update(content).digest('base64url').slice(0, 16)
