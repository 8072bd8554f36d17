import type { BrowserWindow } from 'electron'
import type { DesktopSettings } from '#schema/desktop.ts'
import type { ElectronModule } from './electron.ts'
import { openPath } from './main-window.ts'
import type { Settings } from './settings.ts'
import type { TokenVault } from './token-vault.ts'

/** How long another server waits for the goodbye to this one. */
const PATIENCE = 2_000

/**
 * Takes what the member changed. Another server is asked about outside the page. The page that is open goes first, and
 * says its goodbye to its own server; then everything that it kept: its session must not reach anybody else.
 */
export function createSettingsChange({
  electron,
  settings,
  window,
  vault,
  left,
}: {
  electron: Pick<ElectronModule, 'dialog' | 'session'>
  settings: Settings
  window: BrowserWindow
  vault: Pick<TokenVault, 'keep'>
  /** Resolves once this server has heard what its page said on its way out. */
  left(): Promise<void>
}) {
  async function isSure(address: string): Promise<boolean> {
    const { response } = await electron.dialog.showMessageBox(window, {
      type: 'question',
      message: `Connect to ${address}?`,
      detail: 'You will be logged out here.',
      buttons: ['Connect', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    })
    return response === 0
  }

  return async (change: Partial<DesktopSettings>): Promise<DesktopSettings> => {
    const { serverAddress, ...rest } = change
    if (Object.keys(rest).length > 0) settings.change(rest)
    if (serverAddress === undefined || serverAddress === settings.get().serverAddress) return settings.get()
    if (!(await isSure(serverAddress))) return settings.get()
    await leave()
    await electron.session.defaultSession.clearStorageData()
    vault.keep(null)
    settings.change({ serverAddress })
    void openPath(window, '/')
      .catch(() => undefined)
      // There is no way back to pages of the server before.
      .finally(() => {
        if (!window.isDestroyed()) window.webContents.navigationHistory.clear()
      })
    return settings.get()
  }

  async function leave() {
    await window.loadURL('about:blank').catch(() => undefined)
    await Promise.race([left(), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
  }
}
