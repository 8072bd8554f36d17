// Copies the packages that the server imports, and what these need, into the `node_modules` of another folder. The
// production dependencies of package.json also contain what builds the web app and the database client, ten times as much.
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(import.meta.dirname, '..')
/** The name of a package in `import`, `import()` and `export … from`, without the path inside it. */
const IMPORT = /(?:\bfrom|^import|\bimport\()\s*['"]((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[\w./-]+)?['"]/gm

/** Returns the names of the packages that the sources of the server import. */
export function importedPackages() {
  const sources = globSync(['server/**/*.ts', 'schema/**/*.ts'], { cwd: root }).filter(
    (file) => !file.endsWith('.d.ts'),
  )
  const names = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, name]) => name),
  )
  return [...new Set(names)].sort()
}

/** Returns the folders of these packages and of all that they need, relative to the project. */
export function packageFolders(names) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const folders = new Set()
  const pending = names.map((name) => ({ name, from: '' }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    const folder = folderOf(next, packages)
    if (folder === null || folders.has(folder)) continue
    folders.add(folder)
    const {
      dependencies,
      optionalDependencies,
      peerDependencies,
      peerDependenciesMeta = {},
    } = packages[folder]
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      pending.push({ name, from: folder })
  }
  return [...folders].sort()
}

/** Finds a package as Node does: in the nearest `node_modules` above. Returns null for a peer that is not installed. */
function folderOf({ name, from }, packages) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[folder]) return folder
    if (at === '') return null
  }
}

/** Copies the folder of a package without those nested in it, which are copied only if they are needed. */
export function copyRuntimeModules(target) {
  for (const folder of packageFolders(importedPackages())) {
    const source = join(root, folder)
    const nested = join(source, 'node_modules')
    // An optional package for another platform is not installed.
    if (existsSync(source))
      cpSync(source, join(target, folder), { recursive: true, filter: (path) => path !== nested })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  copyRuntimeModules(resolve(process.argv[2] ?? 'runtime'))
