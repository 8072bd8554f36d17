import type { Foundation } from '../foundation.ts'
import { checkForUpdates } from '../help.ts'
import type { WindowPart } from '../windows/start-window.ts'
import { restartInto } from './restart.ts'
import { followUpdates, type UpdateCheck } from './updates.ts'

/** Follows the feed of newer versions. Returns what checks now and shows the member the outcome. */
export function startUpdates(base: Foundation, { window, leaving }: WindowPart): () => void {
  const { electron, platform, program } = base
  const { app } = electron
  let check: UpdateCheck | null = null
  void followUpdates({
    feed: base.updateFeed,
    packaged: app.isPackaged,
    installsOnQuit: platform !== 'linux' || base.isAppImage,
    load: base.loadUpdater,
    onReady: (install) =>
      base.events.emit('update-ready', restartInto(install, { app, platform, program, leaving })),
  })
    .then((found) => {
      check = found
    })
    .catch(() => base.log('the updater did not start'))
  return () => void checkForUpdates({ electron, window, check })
}
