import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program that `electron` would start; null where it is not installed. Asking the package itself would download it. */
export function electronRuntime() {
  const folder = 'node_modules/electron'
  const name = join(folder, 'path.txt')
  if (!existsSync(name)) return null
  const program = join(folder, 'dist', readFileSync(name, 'utf8').trim())
  return existsSync(program) ? program : null
}
