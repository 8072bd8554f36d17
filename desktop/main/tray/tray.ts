import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { ElectronModule } from '../electron.ts'
import { type TrayActions, type TrayState, trayMenu, trayTip } from './tray-menu.ts'

interface TrayDeps {
  electron: Pick<ElectronModule, 'app' | 'Menu' | 'nativeImage' | 'nativeTheme' | 'Tray'>
  platform: NodeJS.Platform
  icons: string
  window: BrowserWindow
  actions: TrayActions
}

const LARGEST_BADGE = 9

/** Creates the tray icon, its menu, and the badge on the app's icon. Returns a function that updates them. */
export function createTray(deps: TrayDeps): (state: TrayState) => void {
  const { electron, platform, icons, window, actions } = deps
  const image = (name: string) => electron.nativeImage.createFromPath(join(icons, `${name}.png`))

  /**
   * Whether the panel is dark, which the app's theme does not tell. macOS colours a template image itself. Most Linux
   * panels are dark, and none reports it.
   */
  const isPanelDark = () =>
    platform === 'win32'
      ? electron.nativeTheme.shouldUseDarkColorsForSystemIntegratedUI
      : platform === 'linux'

  function glyph({ phase, unread }: TrayState) {
    const name = `tray-${phase === 'away' ? 'idle' : phase}${unread > 0 ? '-unread' : ''}`
    const drawn = image(`${name}-${isPanelDark() ? 'light' : 'dark'}`)
    if (platform === 'darwin') drawn.setTemplateImage(true)
    return drawn
  }

  /** Returns the badge on the Windows taskbar, which takes an image instead of a number. */
  function badge({ unread }: TrayState) {
    if (unread === 0) return null
    return image(`badge-${unread > LARGEST_BADGE ? 'more' : unread}`)
  }

  let last: TrayState = {
    phase: 'away',
    ring: 'none',
    unread: 0,
    mutedUntil: null,
    launchAtLogin: false,
    updateReady: false,
  }
  const tray = new electron.Tray(glyph(last))
  // On macOS a click opens the menu. Linux reports a click only on desktops that activate the icon, such as KDE.
  if (platform !== 'darwin') tray.on('click', actions.open)

  function draw(state: TrayState) {
    // The last stream ends after the window was destroyed.
    if (window.isDestroyed()) return
    last = state
    tray.setImage(glyph(state))
    tray.setToolTip(trayTip(state))
    tray.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(state, actions)))
    if (platform === 'win32') window.setOverlayIcon(badge(state), trayTip(state))
    else electron.app.setBadgeCount(state.unread)
  }
  electron.nativeTheme.on('updated', () => draw(last))
  return draw
}
