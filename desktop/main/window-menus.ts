import type { BrowserWindow } from 'electron'
import type { ElectronModule } from './electron.ts'
import { applicationMenu, contextMenu } from './menu.ts'
import type { Settings } from './settings.ts'

const ZOOM = { step: 0.5, smallest: -4, largest: 6 }

/** The application's menu, what a right click offers, and the zoom that both the menu and the wheel change. */
export function addMenus({
  electron,
  platform,
  window,
  settings,
  openSettings,
}: {
  electron: Pick<ElectronModule, 'app' | 'Menu'>
  platform: NodeJS.Platform
  window: BrowserWindow
  settings: Settings
  openSettings(): void
}) {
  const { Menu, app } = electron
  const { webContents } = window

  function setZoom(step: 1 | -1 | 0) {
    const wanted = step === 0 ? 0 : settings.get().zoomLevel + step * ZOOM.step
    const zoomLevel = Math.min(ZOOM.largest, Math.max(ZOOM.smallest, wanted))
    settings.change({ zoomLevel })
    webContents.setZoomLevel(zoomLevel)
  }

  webContents.on('zoom-changed', (_event, direction) => setZoom(direction === 'in' ? 1 : -1))
  webContents.on('context-menu', (_event, params) => {
    const items = contextMenu(window, params)
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
  const items = applicationMenu(platform, !app.isPackaged, { setZoom, openSettings })
  Menu.setApplicationMenu(Menu.buildFromTemplate(items))
}
