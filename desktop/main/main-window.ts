import type { BrowserWindow } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from './electron.ts'
import { APP_ORIGIN } from './origin.ts'
import type { Settings } from './settings.ts'
import { boundsFor, SMALLEST_WINDOW } from './window-bounds.ts'

interface MainWindowDeps {
  electron: Pick<ElectronModule, 'BrowserWindow' | 'nativeTheme' | 'screen'>
  settings: Settings
  platform: NodeJS.Platform
  preload: string
  icon: string
  /** The app is on its way out: a close is a close. */
  quitting(): boolean
  /** The window has gone to the tray. */
  onHidden(): void
}

/** The one window: it stands where it was left, and goes to the tray when it is closed. */
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
    // All but `preload` and `spellcheck` are Electron's defaults; they are said so that nobody changes them unawares.
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
  // Not before: maximizing shows a window that is to stay hidden.
  let maximizes = kept?.maximized === true
  window.once('show', () => {
    if (maximizes) window.maximize()
    maximizes = false
  })

  let leavesFullScreen = false
  function remember() {
    if (window.isMinimized()) return
    const maximized = maximizes || window.isMaximized()
    settings.change({ bounds: { ...window.getNormalBounds(), maximized } })
  }
  window.on('close', (event) => {
    remember()
    // On macOS an app without a window goes on, and its window comes back from the dock.
    const stays = platform === 'darwin' || settings.get().closeToTray
    if (quitting() || !stays) return
    event.preventDefault()
    hide()
    deps.onHidden()
  })

  /** Hidden in full screen, a window on macOS leaves a black Space behind, and only an event ends the transition. */
  function hide() {
    if (platform !== 'darwin' || !window.isFullScreen()) return window.hide()
    if (leavesFullScreen) return
    leavesFullScreen = true
    window.once('leave-full-screen', () => {
      leavesFullScreen = false
      if (!window.isDestroyed()) window.hide()
    })
    window.setFullScreen(false)
  }
  window.webContents.on('did-finish-load', () => window.webContents.setZoomLevel(settings.get().zoomLevel))
  return window
}

export function bringToFront(window: BrowserWindow) {
  // On the way out the app can still be started anew, or clicked in the tray.
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

export async function openPath(window: BrowserWindow, path: string) {
  if (!window.isDestroyed()) await window.loadURL(`${APP_ORIGIN}${path}`)
}
