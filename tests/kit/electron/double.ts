import { EventEmitter } from 'node:events'
import type { ActivationArguments, MenuItemConstructorOptions, Rectangle } from 'electron'
import type { ElectronModule } from '../../../desktop/main/electron.ts'
import { AppDouble } from './app.ts'
import { type ContentsDouble, preventable } from './contents.ts'
import { CookiesDouble, createNetFetch } from './net.ts'
import {
  DialogDouble,
  ImageDouble,
  IpcMainDouble,
  type MenuDouble,
  NotificationDouble,
  ProtocolDouble,
  SafeStorageDouble,
  SessionDouble,
  TrayDouble,
} from './parts.ts'
import { ViewDouble } from './view.ts'
import { WindowDouble } from './window.ts'

/**
 * A double of Electron's module for the app, with controls for tests. The parts that the app calls are typed by
 * electron.d.ts.
 */
export function createElectronDouble(options: {
  platform: NodeJS.Platform
  paths: Record<string, string>
  fetch: typeof fetch
  screen?: Rectangle
}) {
  const app = new AppDouble(options.paths)
  const notifications: NotificationDouble[] = []
  const trays: TrayDouble[] = []
  const menus: { application: MenuDouble | null; popped: MenuDouble | null } = {
    application: null,
    popped: null,
  }
  const outside: string[] = []
  const copied: string[] = []
  const activation: {
    handler: ((details: ActivationArguments) => void) | null
    early: ActivationArguments[]
  } = { handler: null, early: [] }
  const dialog = new DialogDouble()
  const protocol = new ProtocolDouble(app)
  const ipcMain = new IpcMainDouble()
  const safeStorage = new SafeStorageDouble(app, options.platform)
  const cookies = new CookiesDouble()
  const defaultSession = new SessionDouble(cookies)
  const powerMonitor = new EventEmitter()
  const nativeTheme = Object.assign(new EventEmitter(), {
    /** The app's theme; on Windows the taskbar has its own. */
    shouldUseDarkColors: false,
    shouldUseDarkColorsForSystemIntegratedUI: false,
  })
  const zoomLevels = new Map<string, number>()
  const workArea = options.screen ?? { x: 0, y: 0, width: 1920, height: 1040 }

  /** The state that the pages of windows and views share. */
  function connect(contents: ContentsDouble) {
    contents.zoomLevels = zoomLevels
    contents.answer = (url) => protocol.handlers.get(new URL(url).protocol.slice(0, -1))?.(new Request(url))
    app.emit('web-contents-created', preventable(), contents)
  }
  class WebContentsView extends ViewDouble {
    constructor(given: ConstructorParameters<typeof ViewDouble>[0]) {
      app.expectReady('WebContentsView')
      super(given)
      connect(this.webContents)
    }
  }
  class BrowserWindow extends WindowDouble {
    constructor(given: ConstructorParameters<typeof WindowDouble>[0]) {
      app.expectReady('BrowserWindow')
      super(given, options.platform)
      app.windows.push(this)
      connect(this.webContents)
      this.on('closed', () => app.windowClosed())
      this.on('close-cancelled', () => app.windowCloseCancelled())
    }
  }
  class Notification extends NotificationDouble {
    static isSupported = () => true
    /** Reports an earlier activation at once. */
    static handleActivation(handler: (details: ActivationArguments) => void) {
      activation.handler = handler
      for (const details of activation.early.splice(0)) handler(details)
    }
    constructor(given: ConstructorParameters<typeof NotificationDouble>[0]) {
      super(given)
      notifications.push(this)
    }
  }
  class Tray extends TrayDouble {
    constructor(image: ImageDouble) {
      app.expectReady('Tray')
      super(image)
      trays.push(this)
    }
  }
  const netFetch = createNetFetch(options.fetch, cookies)
  const module = {
    app,
    BrowserWindow,
    clipboard: {
      writeText(text: string) {
        copied.push(text)
      },
    },
    dialog,
    ipcMain,
    Menu: {
      buildFromTemplate(items: MenuItemConstructorOptions[]): MenuDouble {
        const menu: MenuDouble = {
          items,
          popped: false,
          popup() {
            menu.popped = true
            menus.popped = menu
          },
        }
        return menu
      },
      setApplicationMenu(menu: MenuDouble) {
        menus.application = menu
      },
    },
    nativeImage: { createFromPath: (path: string) => new ImageDouble(path) },
    nativeTheme,
    net: {
      fetch: (...given: Parameters<ReturnType<typeof createNetFetch>>) => {
        app.expectReady('net.fetch')
        return netFetch(...given)
      },
    },
    Notification,
    powerMonitor,
    protocol,
    safeStorage,
    screen: {
      getAllDisplays() {
        app.expectReady('screen')
        return [{ workArea }]
      },
    },
    session: {
      get defaultSession() {
        app.expectReady('session.defaultSession')
        return defaultSession
      },
    },
    shell: {
      async openExternal(url: string) {
        outside.push(url)
      },
      async openPath(path: string) {
        outside.push(path)
        return ''
      },
    },
    Tray,
    WebContentsView,
  } satisfies Record<keyof ElectronModule, unknown>
  return {
    // The double covers only what the app calls, under the same names.
    electron: module as unknown as ElectronModule,
    app,
    dialog,
    protocol,
    ipcMain,
    safeStorage,
    powerMonitor,
    nativeTheme,
    session: defaultSession,
    cookies,
    menus,
    notifications,
    outside,
    copied,
    /** Reports the use of a toast of this run or an earlier one, like Windows. */
    activate(details: ActivationArguments) {
      if (activation.handler) activation.handler(details)
      else activation.early.push(details)
    },
    tray: () => {
      const [tray] = trays
      if (!tray) throw new Error('there is no tray yet')
      return tray
    },
  }
}

export type ElectronDouble = ReturnType<typeof createElectronDouble>
