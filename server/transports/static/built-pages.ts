import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { LANGUAGES, type Language } from '#schema/languages.ts'
import { DEMO_PARTNERS, MESSAGE_MONTHS, PUBLIC_PAGES } from '#schema/pages.ts'
import { readLocalizedPath } from '#schema/read-localized-path.ts'

type Encoding = 'br' | 'gzip' | 'identity'

export interface BuiltPage {
  readonly etag: string
  as(encoding: Encoding): Promise<Buffer>
}

const PUBLIC: ReadonlySet<string> = new Set(PUBLIC_PAGES)
const PACK = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** What the texts of a page depend on, besides the build. */
export interface PageFacts {
  /** The origin that the pages are reached by. */
  origin: string
  /** The age in months at which messages are deleted; null to keep them. */
  messageMonths: number | null
  /** Whether a demo partner answers a member who searches alone. */
  hasDemoPartners: boolean
}

/** Pages as the build wrote them, with the facts of this server; read again when a build has replaced them. */
export function createBuiltPages(deps: PageFacts & { shell: string; directory: string }) {
  const { messageMonths: months, hasDemoPartners } = deps
  const facts = [
    months === null ? '' : `<meta name="${MESSAGE_MONTHS}" content="${months}" />`,
    hasDemoPartners ? `<meta name="${DEMO_PARTNERS}" content="on" />` : '',
  ].join('')

  const kept = new Map<string, { changed: number; page: BuiltPage }>()

  async function load(file: string): Promise<BuiltPage> {
    const { mtimeMs } = await stat(file)
    const known = kept.get(file)
    if (known?.changed === mtimeMs) return known.page
    const built = await readFile(file, 'utf8')
    const page = pageOf(built.replaceAll('%ORIGIN%', deps.origin).replace('</head>', `${facts}</head>`))
    kept.set(file, { changed: mtimeMs, page })
    return page
  }

  async function loadOrKeep(file: string): Promise<BuiltPage> {
    try {
      return await load(file)
    } catch (error) {
      // In the middle of a build.
      const last = kept.get(file)
      if (last) return last.page
      throw error
    }
  }

  return {
    /** Returns the page at a known path: a prerendered one in the language of the path, or the bare page. */
    page(path: string): Promise<BuiltPage> {
      const { language, page } = readLocalizedPath(path)
      return loadOrKeep(PUBLIC.has(page) ? fileOf(language, page.slice(1) || 'index') : deps.shell)
    },
    /** Returns the 404 page in the language of the path. */
    notFound: (path: string): Promise<BuiltPage> =>
      loadOrKeep(fileOf(readLocalizedPath(path).language, '404')),
  }

  function fileOf(language: Language | null, name: string) {
    return join(deps.directory, language ?? LANGUAGES[0].code, `${name}.html`)
  }
}

function pageOf(text: string): BuiltPage {
  const plain = Buffer.from(text)
  const packed = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]])
  return {
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    as(encoding) {
      const ready = packed.get(encoding)
      if (ready) return ready
      const packing = encoding === 'identity' ? Promise.resolve(plain) : PACK[encoding](plain)
      packed.set(encoding, packing)
      return packing
    },
  }
}
