// What a build reads: whole folders, single files, and the scripts that its entry points import.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The path of an import of ours: relative, or `#web/…` as package.json maps it. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]((?:\.{1,2}\/|#)[^'"]+)['"]/g

const isFile = (path) => existsSync(path) && statSync(path).isFile()

/** Returns a file and everything that it imports, directly or not, as paths below `root`. Packages are left out. */
function withImports(root, path, found) {
  if (found.has(path) || !isFile(join(root, path))) return
  found.add(path)
  for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT))
    withImports(root, name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(path), name), found)
}

/** Returns the files that a build reads, sorted, as paths below `root`. */
export function buildInputs(root, { folders = [], files = [], entries = [] }) {
  const found = new Set(files.filter((path) => isFile(join(root, path))))
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true })) {
      const path = posix.join(folder, name.replaceAll('\\', '/'))
      if (isFile(join(root, path))) found.add(path)
    }
  for (const entry of entries) withImports(root, entry, found)
  return [...found].sort()
}

/** Returns a hash of the names and the contents of what a build reads, and of the variables that change it. */
export function digestOf(root, build, env = {}) {
  const hash = createHash('sha256')
  const add = (...parts) => hash.update(JSON.stringify(parts.map(String)))
  for (const path of buildInputs(root, build))
    add(
      path,
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex'),
    )
  for (const name of build.variables ?? []) add(name, env[name] ?? '')
  return hash.digest('hex')
}
