import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { ServerProxy } from './servers/server-proxy.ts'

/** In bytes. A larger file is renamed to `.old`, and a new one begins. */
const MAX_SIZE = 512 * 1024

/** Writes one line with its time. Lines contain no personal data: no names, texts, page addresses or tokens. */
export type Log = (line: string) => void

/** Creates the log in a file. Ignores write failures. */
export function createLog(file: string, now: () => number): Log {
  return (line) => {
    try {
      mkdirSync(dirname(file), { recursive: true })
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_SIZE) renameSync(file, `${file}.old`)
      appendFileSync(file, `${new Date(now()).toISOString()} ${line}\n`, { mode: 0o600 })
    } catch {
      // The disk is full or the folder cannot be created.
    }
  }
}

/** Logs when the server stops or starts answering, and when the page crashes. */
export function logProblems({
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
