import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of the Electron program; null if it is not installed. Importing the package would download it. */
export function electronRuntime() {
  const folder = 'node_modules/electron'
  const name = join(folder, 'path.txt')
  if (!existsSync(name)) return null
  const program = join(folder, 'dist', readFileSync(name, 'utf8').trim())
  return existsSync(program) ? program : null
}
