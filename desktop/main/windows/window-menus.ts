import type { BrowserWindow } from 'electron'
import type { ElectronModule } from '../electron.ts'
import { APP_ORIGIN, isOurs } from '../pages/origin.ts'
import type { Settings } from '../settings.ts'
import { applicationMenu, contextMenu, type MenuActions } from './menu.ts'

const ZOOM = { step: 0.5, smallest: -4, largest: 6 }

/**
 * Adds the application menu, the context menu, and the zoom by menu and wheel. Returns a function that makes the
 * application menu again, in the app's current language.
 */
export function addMenus({
  electron,
  platform,
  window,
  settings,
  address,
  ...actions
}: {
  electron: Pick<ElectronModule, 'app' | 'clipboard' | 'Menu'>
  platform: NodeJS.Platform
  window: BrowserWindow
  settings: Settings
  /** Returns the address of the server, which replaces our origin in copied links. */
  address(): string
} & Omit<MenuActions, 'setZoom'>): () => void {
  const { Menu, app, clipboard } = electron
  const { webContents } = window

  function setZoom(step: 1 | -1 | 0) {
    const wanted = step === 0 ? 0 : settings.get().zoomLevel + step * ZOOM.step
    const zoomLevel = Math.min(ZOOM.largest, Math.max(ZOOM.smallest, wanted))
    settings.change({ zoomLevel })
    webContents.setZoomLevel(zoomLevel)
  }

  function copyLink(link: string) {
    clipboard.writeText(isOurs(link) ? link.replace(APP_ORIGIN, address()) : link)
  }

  webContents.on('zoom-changed', (_event, direction) => setZoom(direction === 'in' ? 1 : -1))
  webContents.on('context-menu', (_event, params) => {
    const items = contextMenu(window, params, copyLink)
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
  function setMenu() {
    const items = applicationMenu(platform, !app.isPackaged, { setZoom, ...actions })
    Menu.setApplicationMenu(Menu.buildFromTemplate(items))
  }
  setMenu()
  return setMenu
}
