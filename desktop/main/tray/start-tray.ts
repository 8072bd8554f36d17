import { join } from 'node:path'
import type { Foundation } from '../foundation.ts'
import type { Mute } from '../notifications/mute.ts'
import type { PagePart } from '../pages/start-page.ts'
import type { WindowPart } from '../windows/start-window.ts'
import { createAppTray } from './app-tray.ts'

/** Shows the app's state in the tray, and keeps it up to date. */
export function startTray(
  base: Foundation,
  { window, show }: WindowPart,
  { page, changeSettings }: PagePart,
  mute: Mute,
) {
  const { electron, settings, events } = base
  let restart: (() => void) | null = null
  const draw = createAppTray({
    electron,
    platform: base.platform,
    icons: join(base.directory, 'icons'),
    window,
    page,
    proxy: base.proxy,
    settings,
    mute,
    show,
    changeSettings,
    restart: () => restart,
    now: base.now,
  })
  events.on('page-state', draw)
  events.on('update-ready', (install) => {
    restart = install
    draw()
  })
  electron.powerMonitor.on('resume', draw)
  base.language.onChange(draw)
  settings.onChange((now, before) => {
    if (now.bounds === before.bounds) draw()
  })
}
