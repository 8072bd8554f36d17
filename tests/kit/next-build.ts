import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const TEXT = /\.(js|css|html|webmanifest)$/
/** The name of a file with a hash, which a new build changes. */
const HASHED = /^(?<name>.+-[\w-]{8,})\.(?<type>js|css|woff2)$/

/** Copies the built web app into the folder of a server. */
export async function copyBuild(root: string): Promise<void> {
  for (const part of ['web', 'pages'])
    await cp(join(ROOT, 'dist', part), join(root, 'dist', part), { recursive: true })
}

/**
 * Replaces the web app of a server by its next build, as a new container does: each file with a hash has another name, and the
 * earlier ones are gone.
 */
export async function deployNextBuild(root: string): Promise<void> {
  const dist = join(root, 'dist')
  const files = (await readdir(dist, { recursive: true })).map((path) => join(dist, path))
  const assets = await readdir(join(dist, 'web/assets'))
  const names = new Map<string, string>()
  for (const asset of assets) {
    const { name, type } = HASHED.exec(asset)?.groups ?? {}
    if (name) names.set(asset, `${name}n.${type}`)
  }
  for (const file of files) {
    // Compressed copies of what was.
    if (/\.(br|gz)$/.test(file)) await rm(file)
    if (!TEXT.test(file)) continue
    const text = await readFile(file, 'utf8')
    const next = text.replaceAll(/[\w.-]+\.(?:js|css|woff2)/g, (name) => names.get(name) ?? name)
    // The lists of the service worker.
    await writeFile(file, next.replaceAll(/(revision:\s*.)([\w-]{16})/g, '$1$2n'))
  }
  for (const [name, next] of names)
    await rename(join(dist, 'web/assets', name), join(dist, 'web/assets', next))
}
