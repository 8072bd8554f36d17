import type { BrowserWindow } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from '../electron.ts'
import { APP_ORIGIN } from '../pages/origin.ts'
import type { Settings } from '../settings.ts'
import { createHide } from './create-hide.ts'
import { boundsFor, SMALLEST_WINDOW } from './window-bounds.ts'

interface MainWindowDeps {
  electron: Pick<ElectronModule, 'BrowserWindow' | 'nativeTheme' | 'screen'>
  settings: Settings
  platform: NodeJS.Platform
  preload: string
  icon: string
  /** Whether the app is quitting, which lets the window close. */
  quitting(): boolean
  /** Called when the window was hidden instead of closed. */
  onHidden(): void
}

/** Creates the app's window. It restores its last bounds, and hides to the tray when it is closed. */
export function createMainWindow(deps: MainWindowDeps): BrowserWindow {
  const { electron, settings, platform, quitting } = deps
  const kept = settings.get().bounds
  const areas = electron.screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = new electron.BrowserWindow({
    ...boundsFor(kept, areas),
    ...SMALLEST_WINDOW,
    title: PRODUCT.name,
    icon: deps.icon,
    show: false,
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? '#1a1413' : '#f6f0eb',
    // All but `preload` and `spellcheck` are Electron's defaults. They are explicit because the app's security relies
    // on them.
    webPreferences: {
      preload: deps.preload,
      spellcheck: true,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    },
  })
  // Maximizing shows a window, so this waits until the window is shown.
  let maximizes = kept?.maximized === true
  window.once('show', () => {
    if (maximizes) window.maximize()
    maximizes = false
  })

  const hide = createHide(window, platform)
  function remember() {
    if (window.isMinimized()) return
    const maximized = maximizes || window.isMaximized()
    settings.change({ bounds: { ...window.getNormalBounds(), maximized } })
  }
  window.on('close', (event) => {
    remember()
    // On macOS an app keeps running without a window, and the dock shows the window again.
    const stays = platform === 'darwin' || settings.get().closeToTray
    if (quitting() || !stays) return
    event.preventDefault()
    hide()
    deps.onHidden()
  })
  window.webContents.on('did-finish-load', () => window.webContents.setZoomLevel(settings.get().zoomLevel))
  return window
}

export function bringToFront(window: BrowserWindow) {
  // While the app quits, a second start or a click on the tray can still call this.
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

export async function openPath(window: BrowserWindow, path: string) {
  if (!window.isDestroyed()) await window.loadURL(`${APP_ORIGIN}${path}`)
}
