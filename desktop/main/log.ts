import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** In bytes. The file before this one is kept under the same name with `.old`. */
const LARGEST = 512 * 1024

/** Writes one line with its time. Only what the app did goes in: no names, no text, no addresses of pages, no tokens. */
export type Log = (line: string) => void

/** Opens the log in a file. A log that cannot be written stops nothing. */
export function createLog(file: string, now: () => number): Log {
  return (line) => {
    try {
      mkdirSync(dirname(file), { recursive: true })
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) renameSync(file, `${file}.old`)
      appendFileSync(file, `${new Date(now()).toISOString()} ${line}\n`, { mode: 0o600 })
    } catch {
      // A full disk, or a folder that is gone.
    }
  }
}
