import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { BrowserWindow } from 'electron'
import type { DesktopSettings } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from '../electron.ts'
import type { Mute } from '../notifications/mute.ts'
import type { PageLink } from '../pages/page-link.ts'
import type { ServerProxy } from '../servers/server-proxy.ts'
import type { Settings } from '../settings.ts'
import { createTray } from './tray.ts'

interface AppTrayDeps {
  electron: Pick<ElectronModule, 'app' | 'dialog' | 'Menu' | 'nativeImage' | 'nativeTheme' | 'Tray'>
  platform: NodeJS.Platform
  icons: string
  window: BrowserWindow
  page: PageLink
  proxy: Pick<ServerProxy, 'answers' | 'connected' | 'onChange'>
  settings: Settings
  mute: Mute
  /** Brings the window to the front. */
  show(): void
  changeSettings(change: Partial<DesktopSettings>): Promise<unknown>
  /** Returns a function that restarts into a newer version; null while none is ready. */
  restart(): (() => void) | null
  now(): number
}

/** Creates the tray and shows the app's state in it. Returns a function that updates it. */
export function createAppTray(deps: AppTrayDeps): () => void {
  const { electron, window, page, proxy, settings, mute, show } = deps
  const draw = createTray({
    electron,
    platform: deps.platform,
    icons: deps.icons,
    window,
    actions: {
      open: show,
      findMatch() {
        show()
        page.command({ type: 'find-match' })
      },
      findAnother() {
        // The dialog of a hidden window would stay invisible.
        show()
        void confirmLeaving(electron, window).then((sure) => {
          if (sure) page.command({ type: 'find-another' })
        })
      },
      muteForAnHour: mute.forAnHour,
      muteUntilTomorrow: mute.untilTomorrow,
      unmute: mute.lift,
      setLaunchAtLogin: (launchAtLogin) => void deps.changeSettings({ launchAtLogin }),
      restartToUpdate: () => deps.restart()?.(),
      quit: () => electron.app.quit(),
    },
  })
  let muteEnds: NodeJS.Timeout | null = null
  function drawTray() {
    const mutedUntil = mute.until()
    if (muteEnds) clearTimeout(muteEnds)
    muteEnds = mutedUntil === null ? null : setTimeout(drawTray, mutedUntil - deps.now()).unref()
    const { phase, ring, unread } = page.state()
    const online = phase === 'away' ? proxy.answers() : proxy.connected()
    draw({
      phase: online ? phase : 'offline',
      ring,
      unread: unread.reduce((sum, { count }) => sum + count, 0),
      mutedUntil,
      launchAtLogin: settings.get().launchAtLogin,
      updateReady: deps.restart() !== null,
    })
  }
  drawTray()
  proxy.onChange(drawTray)
  return drawTray
}

/** Asks for a confirmation. The page confirms by a second press of its button, which a menu does not have. */
async function confirmLeaving(
  { dialog }: Pick<ElectronModule, 'dialog'>,
  window: BrowserWindow,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: t(i18n)`Leave this conversation and find another?`,
    buttons: [t(i18n)`Find Another`, t(i18n)`Stay`],
    defaultId: 1,
    cancelId: 1,
    title: PRODUCT.name,
  })
  return response === 0
}
