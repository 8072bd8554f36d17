// Builds the web app, prerenders its public pages, and compresses its files.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { LANGUAGES } from '../schema/languages.ts'
import { localizedPath } from '../schema/localized-path.ts'
import { PRODUCT } from '../schema/product.ts'
import { buildWorker } from './build-worker.mjs'
import { earlierAssets } from './earlier-assets.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const out = {
  web: join(root, 'dist/web'),
  pages: join(root, 'dist/pages'),
  renderer: join(root, 'dist/prerender'),
}
/** The placeholder that the server replaces by its public origin. */
const ORIGIN = '%ORIGIN%'
const ENGLISH = LANGUAGES[0].code

process.env.NODE_ENV = 'production'
process.chdir(root)

const earlier = earlierAssets({ assets: join(out.web, 'assets'), store: join(root, 'dist/earlier-assets') })
earlier.take()
await build({ logLevel: 'warn' })
await build({
  logLevel: 'warn',
  build: { ssr: 'app/prerender.tsx', outDir: out.renderer, manifest: false, copyPublicDir: false },
})
await writePages()
await buildWorker({ root, directory: out.web, manifest: readManifest() })
rmSync(out.renderer, { recursive: true })
// Only the build reads the manifest, which lists every file and module.
rmSync(join(out.web, '.vite'), { recursive: true })
pack(out.web)
earlier.restore()

function readManifest() {
  return JSON.parse(readFileSync(join(out.web, '.vite/manifest.json'), 'utf8'))
}

async function writePages() {
  const shell = readFileSync(join(out.web, 'index.html'), 'utf8')
  const manifest = readManifest()
  const { installedTextsIn, prerenderAll } = await import(
    pathToFileURL(join(out.renderer, 'prerender.js')).href
  )
  rmSync(out.pages, { recursive: true, force: true })
  mkdirSync(out.pages, { recursive: true })
  for (const { code } of LANGUAGES) mkdirSync(join(out.pages, code), { recursive: true })
  for (const page of await prerenderAll(ORIGIN)) {
    const name = page.path === null ? '404' : page.path.slice(1) || 'index'
    writeFileSync(join(out.pages, page.language, `${name}.html`), pageOf(shell, manifest, page))
  }
  for (const language of LANGUAGES.slice(1)) writeInstalled(language, await installedTextsIn(language.code))
}

/** Writes the offline page and the manifest of a language beside the English ones. */
function writeInstalled(
  { code, direction },
  { title, heading, message, retry, description, shortcuts: names, screenshots: labels },
) {
  const page = readFileSync(join(out.web, 'offline.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(out.web, 'manifest.webmanifest'), 'utf8'))
  writeFileSync(
    join(out.web, `offline.${code}.html`),
    replaceOnce(
      [
        ['<html lang="en">', `<html lang="${code}" dir="${direction}">`],
        [/<title>.*?<\/title>/, `<title>${asHtml(title)}</title>`],
        [/<h1>.*?<\/h1>/, `<h1>${asHtml(heading)}</h1>`],
        [/<p>.*?<\/p>/, `<p>${asHtml(message)}</p>`],
        [/<a href="\/">.*?<\/a>/, `<a href="/">${asHtml(retry)}</a>`],
      ],
      page,
    ),
  )
  const shortcuts = manifest.shortcuts.map((shortcut, index) => ({ ...shortcut, name: names[index] }))
  const screenshots = manifest.screenshots.map((screenshot, index) => ({
    ...screenshot,
    src: screenshot.src.replace(`.${ENGLISH}.`, `.${code}.`),
    label: labels[index],
  }))
  writeFileSync(
    join(out.web, `manifest.${code}.webmanifest`),
    JSON.stringify({ ...manifest, lang: code, dir: direction, description, shortcuts, screenshots }),
  )
}

function pageOf(shell, manifest, page) {
  const { path, language, html, title, description, modules, catalogues, structured } = page
  const styles = new Set(modules.flatMap((name) => stylesOf(manifest, name)))
  const inShell = (file) => shell.includes(`/${file}"`)
  const scripts = [...modules, ...catalogues].map((name) => manifest[name].file)
  const head = [
    ...[...styles]
      .filter((file) => !inShell(file))
      .map((file) => `<link rel="stylesheet" href="/${file}" />`),
    ...scripts.filter((file) => !inShell(file)).map((file) => `<link rel="modulepreload" href="/${file}" />`),
    ...(path === null ? ['<meta name="robots" content="noindex" />'] : searchTags(page)),
    ...(structured
      ? [
          `<script type="application/ld+json">${JSON.stringify(structured).replaceAll('<', '\\u003c')}</script>`,
        ]
      : []),
  ]
  const { direction } = LANGUAGES.find(({ code }) => code === language)
  const direct = direction === 'rtl' ? ' dir="rtl"' : ''
  return replaceOnce(
    [
      ['<html lang="en"', `<html lang="${language}"${direct}`],
      ...(language === ENGLISH ? [] : [['/manifest.webmanifest', `/manifest.${language}.webmanifest`]]),
      [/<title>.*?<\/title>/s, `<title>${asHtml(title)}</title>`],
      [/<meta\s+name="description"[^>]*>/s, `<meta name="description" content="${asHtml(description)}" />`],
      ['</head>', `${head.join('\n    ')}\n  </head>`],
      ['<div id="root"></div>', `<div id="root" data-prerendered>${html}</div>`],
    ],
    shell,
  )
}

/** Returns what search engines and link previews read of a public page. */
function searchTags({ path, language, title, description }) {
  const address = `${ORIGIN}${localizedPath(language, path)}`
  const properties = {
    'og:type': 'website',
    'og:site_name': PRODUCT.name,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': `${ORIGIN}/og.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    // The standard language of previews is English, so English pages name none.
    ...(language === ENGLISH ? {} : { 'og:locale': previewLocale(language) }),
  }
  const alternates = [...LANGUAGES.map(({ code }) => [code, code]), ['x-default', ENGLISH]]
  return [
    `<link rel="canonical" href="${address}" />`,
    ...alternates.map(
      ([name, code]) =>
        `<link rel="alternate" hreflang="${name}" href="${ORIGIN}${localizedPath(code, path)}" />`,
    ),
    ...Object.entries(properties).map(
      ([name, value]) => `<meta property="${name}" content="${asHtml(value)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
}

/** Returns a locale as link previews name it, with the most likely region: `de_DE`, `zh_CN`. */
function previewLocale(language) {
  const { language: base, region } = new Intl.Locale(language).maximize()
  return `${base}_${region}`
}

/** Returns the style sheets of a chunk and of its static imports. */
function stylesOf(manifest, name, seen = new Set()) {
  if (seen.has(name)) return []
  seen.add(name)
  const { css = [], imports = [] } = manifest[name]
  return [...imports.flatMap((one) => stylesOf(manifest, one, seen)), ...css]
}

function replaceOnce(changes, text) {
  return changes.reduce((before, [from, to]) => {
    if (before.search(from) === -1) throw new Error(`the page has no place for ${from}`)
    return before.replace(from, () => to)
  }, text)
}

function asHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Writes a brotli and a gzip copy of every text file of at least half a KiB. */
function pack(directory) {
  for (const name of readdirSync(directory, { recursive: true })) {
    if (!/\.(js|css|svg|html|webmanifest)$/.test(name)) continue
    const content = readFileSync(join(directory, name))
    if (content.length < 512) continue
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(content, quality))
    writeFileSync(join(directory, `${name}.gz`), gzipSync(content, { level: 9 }))
  }
}
