import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { Foundation } from '../foundation.ts'
import { createLeaving, type Leaving } from '../leaving.ts'
import { logProblems } from '../log.ts'
import { type Attention, watchAttention } from './attention.ts'
import { createHide } from './create-hide.ts'
import { bringToFront, createMainWindow } from './main-window.ts'
import { recoverCrashes } from './recovery.ts'

export interface WindowPart {
  window: BrowserWindow
  /** Brings the window to the front. */
  show(): void
  /** Hides the window without a word. Nothing names the app until the window is shown again, except its icon in the tray. */
  hideQuietly(): void
  isQuiet(): boolean
  attention: Attention
  leaving: Leaving
}

/** Creates the hidden window, reloads its page after a crash, and tracks whether the member looks at it. */
export function startWindow(base: Foundation): WindowPart {
  const { electron, platform, directory, settings, proxy } = base
  const leaving = createLeaving({ electron, settled: proxy.settled })
  const window = createMainWindow({
    electron,
    settings,
    platform,
    preload: join(directory, 'preload.cjs'),
    icon: join(directory, 'icons', 'icon.png'),
    quitting: leaving.begun,
    onHidden: () => base.events.emit('window-hidden'),
  })
  const show = () => bringToFront(window)
  const hide = createHide(window, platform)
  let isQuiet = false
  function hideQuietly() {
    isQuiet = true
    hide()
    base.events.emit('hidden-quietly')
  }
  window.on('show', () => {
    isQuiet = false
  })
  recoverCrashes({ window, dialog: electron.dialog, show, now: base.now })
  logProblems({ log: base.log, proxy, window })
  electron.powerMonitor.on('resume', () => {
    if (!proxy.answers()) window.webContents.reload()
  })
  const attention = watchAttention(window, electron.powerMonitor)
  return { window, show, hideQuietly, isQuiet: () => isQuiet, attention, leaving }
}
