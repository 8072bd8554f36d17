import type { BrowserWindow } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from './electron.ts'

const WITHIN = 60_000
const AT_MOST = 3

/** A page that has crashed is loaded again; one that crashes on and on, or hangs, is asked about. */
export function recoverCrashes({
  window,
  dialog,
  show,
  now,
}: {
  window: BrowserWindow
  dialog: ElectronModule['dialog']
  /** Brings the window to the front. */
  show(): void
  now(): number
}) {
  const { webContents } = window
  let crashes: number[] = []

  async function ask(message: string, buttons: [string, string]): Promise<boolean> {
    if (window.isDestroyed()) return false
    // What is asked on a hidden window nobody sees.
    show()
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail: 'Your messages are safe.',
      buttons,
      defaultId: 0,
      cancelId: 1,
    })
    return response === 0
  }

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    crashes = [...crashes, now()].filter((at) => now() - at < WITHIN)
    if (crashes.length <= AT_MOST) return webContents.reload()
    void ask(`${PRODUCT.name} stopped several times in a row.`, ['Try Again', 'Leave It']).then((again) => {
      crashes = []
      if (again && !window.isDestroyed()) webContents.reload()
    })
  })
  webContents.on('unresponsive', () => {
    void ask(`${PRODUCT.name} does not answer.`, ['Reload', 'Wait']).then((reload) => {
      // A page that hangs does not unload by itself: it is ended, and comes back as after a crash.
      if (reload && !window.isDestroyed()) webContents.forcefullyCrashRenderer()
    })
  })
}
