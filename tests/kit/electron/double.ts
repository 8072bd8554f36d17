import { EventEmitter } from 'node:events'
import type { MenuItemConstructorOptions, Rectangle } from 'electron'
import type { ElectronModule } from '../../../desktop/main/electron.ts'
import {
  AppDouble,
  DialogDouble,
  ImageDouble,
  IpcMainDouble,
  type MenuDouble,
  NotificationDouble,
  ProtocolDouble,
  SessionDouble,
  TrayDouble,
} from './parts.ts'
import { preventable, WindowDouble } from './window.ts'

/** Electron's module as the app sees it, and what a test sees of it. Typed by electron.d.ts where the app calls it. */
export function createElectronDouble(options: {
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
  const dialog = new DialogDouble()
  const protocol = new ProtocolDouble()
  const ipcMain = new IpcMainDouble()
  const defaultSession = new SessionDouble()
  const powerMonitor = new EventEmitter()
  const nativeTheme = Object.assign(new EventEmitter(), {
    /** The app's theme; on Windows the taskbar has its own. */
    shouldUseDarkColors: false,
    shouldUseDarkColorsForSystemIntegratedUI: false,
  })
  const workArea = options.screen ?? { x: 0, y: 0, width: 1920, height: 1040 }

  class BrowserWindow extends WindowDouble {
    constructor(given: ConstructorParameters<typeof WindowDouble>[0]) {
      super(given)
      app.windows.push(this)
      app.emit('web-contents-created', preventable(), this.webContents)
      this.on('closed', () => app.windowClosed())
    }
  }
  class Notification extends NotificationDouble {
    static isSupported = () => true
    constructor(given: ConstructorParameters<typeof NotificationDouble>[0]) {
      super(given)
      notifications.push(this)
    }
  }
  class Tray extends TrayDouble {
    constructor(image: ImageDouble) {
      super(image)
      trays.push(this)
    }
  }
  const module = {
    app,
    BrowserWindow,
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
      fetch: async (input: string, init: RequestInit & { bypassCustomProtocolHandlers?: boolean } = {}) => {
        const { bypassCustomProtocolHandlers: _, ...rest } = init
        return endedBySignalOnly(await options.fetch(input, rest), rest.signal)
      },
    },
    Notification,
    powerMonitor,
    protocol,
    screen: { getAllDisplays: () => [{ workArea }] },
    session: { defaultSession },
    shell: {
      async openExternal(url: string) {
        outside.push(url)
      },
    },
    Tray,
  } satisfies Record<keyof ElectronModule, unknown>
  return {
    // The whole of Electron is not doubled; what the app calls is, under the same names.
    electron: module as unknown as ElectronModule,
    app,
    dialog,
    protocol,
    ipcMain,
    powerMonitor,
    nativeTheme,
    session: defaultSession,
    menus,
    notifications,
    outside,
    tray: () => {
      const [tray] = trays
      if (!tray) throw new Error('there is no tray yet')
      return tray
    },
  }
}

/** Unlike the web's own, Electron's fetch goes on when its body is cancelled: only its signal ends the connection. */
function endedBySignalOnly({ body, status, headers }: Response, signal?: AbortSignal | null): Response {
  if (!body) return new Response(body, { status, headers })
  const reader = body.getReader()
  signal?.addEventListener('abort', () => void reader.cancel(signal.reason).catch(() => undefined))
  const deaf = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(deaf, { status, headers })
}

export type ElectronDouble = ReturnType<typeof createElectronDouble>
