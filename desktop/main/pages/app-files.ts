import { readFile, realpath } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export interface AppFile {
  content: Uint8Array<ArrayBuffer>
  type: string
}

/** Returns a function that reads a file of a known type below one folder; null for everything else. */
export function createAppFiles(folder: string) {
  const root = resolve(folder)
  return async (path: string): Promise<AppFile | null> => {
    const type = TYPES[extname(path)]
    const decoded = decode(path)
    if (!type || decoded === null || /[\0\\]/.test(decoded)) return null
    try {
      // Resolves dots and links, which must not lead out of the folder.
      const [real, realRoot] = await Promise.all([realpath(join(root, decoded)), realpath(root)])
      if (!real.startsWith(realRoot + sep)) return null
      return { content: new Uint8Array(await readFile(real)), type }
    } catch {
      return null
    }
  }
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
