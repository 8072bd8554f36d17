import * as electron from 'electron'
import { startDesktop } from './desktop-app.ts'
import { loadTexts } from './load-texts.ts'

/** Defined by the build: desktop/vite.config.ts. */
declare const __SERVER_ADDRESS__: string
declare const __UPDATE_FEED__: string | null

// A run from the sources may use another data folder, for tests and for a second member on one machine.
const { RAPPORT_DESKTOP_DATA: data } = process.env
if (data && !electron.app.isPackaged) electron.app.setPath('userData', data)

void startDesktop({
  electron,
  platform: process.platform,
  argv: process.argv,
  // An AppImage runs from a mount point that changes at every start.
  program: process.env.APPIMAGE ?? process.execPath,
  isAppImage: process.env.APPIMAGE !== undefined,
  directory: import.meta.dirname,
  defaultServer: __SERVER_ADDRESS__,
  updateFeed: __UPDATE_FEED__,
  loadTexts,
  loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  now: () => Date.now(),
})
