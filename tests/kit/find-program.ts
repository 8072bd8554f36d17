import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Debian installs servers. The PATH of a user who is not root lacks them. */
const SERVER_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** Returns the path of an installed program, or null. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SERVER_FOLDERS]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
