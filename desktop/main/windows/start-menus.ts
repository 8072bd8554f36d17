import { dirname, join } from 'node:path'
import type { Foundation } from '../foundation.ts'
import type { PageLink } from '../pages/page-link.ts'
import { createFindBar } from './find-bar.ts'
import type { WindowPart } from './start-window.ts'
import { addMenus } from './window-menus.ts'

/** Adds the menus of the window and the find bar, which they open. */
export function startMenus(
  base: Foundation,
  { window, show }: WindowPart,
  page: PageLink,
  checkForUpdates: () => void,
) {
  const { electron, language } = base
  const findBar = createFindBar({
    electron,
    window,
    preload: join(base.directory, 'find-bar-preload.cjs'),
    direction: language.direction,
  })
  base.events.on('server-left', findBar.forget)
  const drawMenu = addMenus({
    electron,
    platform: base.platform,
    window,
    settings: base.settings,
    address: base.address,
    find: findBar.open,
    findStep: findBar.step,
    checkForUpdates,
    openLogFolder: () => void electron.shell.openPath(dirname(base.logFile)),
    openSettings() {
      show()
      page.command({ type: 'open-settings' })
    },
  })
  language.onChange(() => {
    drawMenu()
    findBar.translate()
  })
}
