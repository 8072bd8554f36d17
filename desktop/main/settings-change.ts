import type { BrowserWindow } from 'electron'
import type { DesktopSettings } from '#schema/desktop.ts'
import type { ElectronModule } from './electron.ts'
import { openPath } from './main-window.ts'
import type { Settings } from './settings.ts'

/**
 * Takes what the member changed. Another server is asked about outside the page, and everything that this one's pages
 * kept goes first: its session must not reach anybody else.
 */
export function createSettingsChange({
  electron,
  settings,
  window,
}: {
  electron: Pick<ElectronModule, 'dialog' | 'session'>
  settings: Settings
  window: BrowserWindow
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
    await electron.session.defaultSession.clearStorageData()
    settings.change({ serverAddress })
    void openPath(window, '/').catch(() => undefined)
    return settings.get()
  }
}
