import type { LoadTexts } from './app-language.ts'
import type { ElectronModule } from './electron.ts'
import type { Updater } from './updates/updates.ts'

/** What the desktop app is started with: the system around it, and what the build has put in. */
export interface DesktopOptions {
  electron: ElectronModule
  platform: NodeJS.Platform
  argv: readonly string[]
  /** What starts this app, as it stands in an entry for the login. */
  program: string
  /** Whether the app runs from an AppImage. */
  isAppImage: boolean
  /** Holds `web/`, `offline/`, `find-bar/`, `icons/` and the preloads. */
  directory: string
  defaultServer: string
  updateFeed: string | null
  loadTexts: LoadTexts
  loadUpdater(): Promise<Updater>
  now(): number
}
