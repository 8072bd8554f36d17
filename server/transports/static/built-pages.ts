import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { PUBLIC_PAGES } from '#schema/pages.ts'

type Encoding = 'br' | 'gzip' | 'identity'

export interface BuiltPage {
  readonly etag: string
  as(encoding: Encoding): Promise<Buffer>
}

const PUBLIC: ReadonlySet<string> = new Set(PUBLIC_PAGES)
const PACK = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Pages as the build wrote them, with the origin they are reached by; read again when a build has replaced them. */
export function createBuiltPages(deps: { shell: string; directory: string; origin: string }) {
  const kept = new Map<string, { changed: number; page: BuiltPage }>()

  async function load(file: string): Promise<BuiltPage> {
    const { mtimeMs } = await stat(file)
    const known = kept.get(file)
    if (known?.changed === mtimeMs) return known.page
    const page = pageOf((await readFile(file, 'utf8')).replaceAll('%ORIGIN%', deps.origin))
    kept.set(file, { changed: mtimeMs, page })
    return page
  }

  return {
    /** Null: the page that says that there is none. */
    async page(path: string | null): Promise<BuiltPage> {
      const file = path === null || PUBLIC.has(path) ? join(deps.directory, fileOf(path)) : deps.shell
      try {
        return await load(file)
      } catch (error) {
        // In the middle of a build.
        const last = kept.get(file)
        if (last) return last.page
        throw error
      }
    },
  }
}

const fileOf = (path: string | null) => `${path === null ? '404' : path.slice(1) || 'index'}.html`

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
