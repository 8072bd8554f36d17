import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { ServerProxy } from './server-proxy.ts'

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

/** Notes in the log when the server stops or begins to answer, and when the page crashes. */
export function noteTroubles({
  log,
  proxy,
  window,
}: {
  log: Log
  proxy: Pick<ServerProxy, 'answers' | 'onChange'>
  window: BrowserWindow
}) {
  let answered = proxy.answers()
  proxy.onChange(() => {
    if (proxy.answers() === answered) return
    answered = !answered
    log(answered ? 'the server answers' : 'the server does not answer')
  })
  window.webContents.on('render-process-gone', (_event, { reason }) => log(`the page is gone: ${reason}`))
}
