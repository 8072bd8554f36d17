import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { Foundation } from '../foundation.ts'
import { createLeaving, type Leaving } from '../leaving.ts'
import { logProblems } from '../log.ts'
import { type Attention, watchAttention } from './attention.ts'
import { bringToFront, createMainWindow } from './main-window.ts'
import { recoverCrashes } from './recovery.ts'

export interface WindowPart {
  window: BrowserWindow
  /** Brings the window to the front. */
  show(): void
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
  recoverCrashes({ window, dialog: electron.dialog, show, now: base.now })
  logProblems({ log: base.log, proxy, window })
  electron.powerMonitor.on('resume', () => {
    if (!proxy.answers()) window.webContents.reload()
  })
  return { window, show, attention: watchAttention(window, electron.powerMonitor), leaving }
}
