import { linkAmong } from './deep-links.ts'
import type { ElectronModule } from './electron.ts'
import { APP_SCHEME_PRIVILEGES } from './pages/app-protocol.ts'
import { APP_ID, LINK_SCHEME, TOAST_ACTIVATOR } from './pages/origin.ts'

interface Start {
  electron: Pick<ElectronModule, 'app' | 'protocol'>
  platform: NodeJS.Platform
  argv: readonly string[]
}

export interface EarlyLinks {
  /** Returns the link that the app was started with; null without one. */
  first(): string | null
  /** Calls the listener for each link that comes from now on. */
  follow(listener: (link: string) => void): void
}

/**
 * Makes the calls that must precede Electron's `ready` event. Returns null if the app already runs; that instance is
 * notified of this start.
 */
export function prepareStart({ electron: { app, protocol }, platform, argv }: Start): EarlyLinks | null {
  if (!startedWithoutSandbox({ platform, argv })) app.enableSandbox()
  protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES])
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return null
  }
  let first = linkAmong(argv)
  let hear = (link: string) => {
    first = link
  }
  app.on('open-url', (event, url) => {
    event.preventDefault()
    hear(url)
  })
  if (platform === 'win32') {
    app.setAppUserModelId(APP_ID)
    app.setToastActivatorCLSID(TOAST_ACTIVATOR)
  }
  // A run from the sources would register Electron itself.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  return {
    first: () => first,
    follow(listener) {
      hear = listener
    },
  }
}

/**
 * Returns whether the app was started with `--no-sandbox`. An AppImage's start script adds it where the system
 * refuses user namespaces (Ubuntu since 23.10). `enableSandbox` would remove the switch after Chromium has started
 * its zygotes without a sandbox, which leads to a blank window or a crash. The window requests its sandbox in any
 * case (main-window.ts).
 */
export const startedWithoutSandbox = ({ platform, argv }: Pick<Start, 'platform' | 'argv'>) =>
  platform === 'linux' && argv.includes('--no-sandbox')
