import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { BrowserWindow } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from '../electron.ts'

const PERIOD = 60_000
/** Crashes within PERIOD after which the page reloads without a question. */
const MAX_CRASHES = 3

/** Reloads a page that has crashed. Asks the member about a page that crashes repeatedly or hangs. */
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
  const product = PRODUCT.name
  let crashes: number[] = []

  async function ask(message: string, buttons: [string, string]): Promise<boolean> {
    if (window.isDestroyed()) return false
    // The dialog of a hidden window would stay invisible.
    show()
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail: t(i18n)`Your messages are safe.`,
      buttons,
      defaultId: 0,
      cancelId: 1,
    })
    return response === 0
  }

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    crashes = [...crashes, now()].filter((at) => now() - at < PERIOD)
    if (crashes.length <= MAX_CRASHES) return webContents.reload()
    void ask(t(i18n)`${product} stopped several times in a row.`, [
      t(i18n)`Try Again`,
      t(i18n)`Leave It`,
    ]).then((again) => {
      crashes = []
      if (again && !window.isDestroyed()) webContents.reload()
    })
  })
  webContents.on('unresponsive', () => {
    void ask(t(i18n)`${product} does not answer.`, [t(i18n)`Reload`, t(i18n)`Wait`]).then((reload) => {
      // A page that hangs cannot unload. This ends it, and the crash handler reloads it.
      if (reload && !window.isDestroyed()) webContents.forcefullyCrashRenderer()
    })
  })
}
