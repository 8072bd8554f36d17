import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Rectangle } from 'electron'
import { DESKTOP_CHANNELS, type DesktopMessage, type DesktopState } from '#schema/desktop.ts'
import type { startDesktop } from '../../desktop/main/desktop-app.ts'
import type { DesktopOptions } from '../../desktop/main/options.ts'
import type { Kept } from '../../desktop/main/settings.ts'
import { createElectronDouble, type ElectronDouble } from './electron/double.ts'
import { itemOf } from './electron/parts.ts'
import type { WindowDouble } from './electron/window.ts'

const ROOT = resolve(import.meta.dirname, '../..')
export const SERVER = 'https://rapport.test'
export const CHAT = '01999999-0000-7000-8000-0000000000c1'

export interface TestDesktopOptions
  extends Partial<Omit<DesktopOptions, 'electron' | 'directory' | 'defaultServer'>> {
  /** The folder of the app's files. Defaults to a small stand-in for the build. */
  directory?: string
  server?: string
  kept?: Partial<Kept>
  /** Answers for the server. */
  fetch?: typeof fetch
  screen?: Rectangle
  /** Starts the app; the sources by default. Only vitest can transform their texts, so Playwright passes the build. */
  startDesktop?: typeof startDesktop
  prepare?(double: ElectronDouble): void
}

/** Starts the real main process with a double of Electron, in a new folder. */
export async function startTestDesktop(options: TestDesktopOptions = {}) {
  const home = await mkdtemp(join(tmpdir(), 'rapport-desktop-'))
  const directory = options.directory ?? (await standIn(join(home, 'app')))
  const paths = { userData: join(home, 'data'), appData: join(home, 'config') }
  await mkdir(paths.userData)
  // In most tests the tray has been explained already.
  const kept: Partial<Kept> = { trayExplained: true, ...options.kept }
  await writeFile(join(paths.userData, 'settings.json'), JSON.stringify(kept))
  const platform = options.platform ?? 'linux'
  const double = createElectronDouble({
    platform,
    paths,
    fetch: options.fetch ?? aServer,
    ...(options.screen ? { screen: options.screen } : {}),
  })
  options.prepare?.(double)
  const start = options.startDesktop ?? (await import('../../desktop/main/desktop-app.ts')).startDesktop
  const started = await start({
    electron: double.electron,
    platform,
    argv: options.argv ?? ['rapport'],
    program: options.program ?? '/opt/Rapport/rapport',
    isAppImage: options.isAppImage ?? false,
    directory,
    defaultServer: options.server ?? SERVER,
    updateFeed: options.updateFeed ?? null,
    loadTexts: options.loadTexts ?? (async () => ({})),
    loadUpdater: options.loadUpdater ?? (() => Promise.reject(new Error('nothing loads the updater'))),
    now: options.now ?? (() => Date.now()),
  })
  const window = double.app.windows[0] as WindowDouble

  /** Sends a message of the page, like its preload. */
  const sender = (frame: object | null = window.webContents.mainFrame) => ({
    sender: window.webContents,
    senderFrame: frame,
  })
  return {
    double,
    started,
    window,
    home,
    directory,
    sender,
    handler: (request: Request) => {
      const handle = double.protocol.handlers.get('rapport-app')
      if (!handle) throw new Error('nothing serves the pages')
      return handle(request)
    },
    tellState(state: Partial<DesktopState>) {
      double.ipcMain.emit(DESKTOP_CHANNELS.state, sender(), {
        phase: 'idle',
        openId: null,
        unread: [],
        knocks: [],
        ring: 'none',
        ...state,
      })
    },
    /** Reports the language of the page, like its preload. */
    tellLanguage(language: unknown, event: object = sender()) {
      double.ipcMain.emit(DESKTOP_CHANNELS.language, event, language)
    },
    /** Opens the live stream like the member's page. Returns a function that ends it. */
    async connect() {
      const handle = double.protocol.handlers.get('rapport-app')
      const response = await handle?.(new Request(`rapport-app://app/subscribe/${CHAT}`))
      return async () => response?.body?.cancel()
    },
    tellMessage(id: string, text = 'Hello?') {
      const event = { id, kind: 'message', conversationId: CHAT, partnerName: 'Juniper', text }
      double.ipcMain.emit(DESKTOP_CHANNELS.event, sender(), event)
    },
    /** Returns the messages of one type that the app has sent to the page. */
    told: <Type extends DesktopMessage['type']>(type: Type) =>
      window.webContents.sent
        .map(({ message }) => message as DesktopMessage)
        .filter((message): message is Extract<DesktopMessage, { type: Type }> => message.type === type),
    standing: () => double.notifications.filter(({ standing }) => standing),
    press(name: string, checked = false) {
      const item = itemOf(double.tray().menu?.items ?? [], name)
      if (!item || item.enabled === false) throw new Error(`the tray has nothing to press named ${name}`)
      // Only what the item's own listener reads.
      item.click?.({ checked } as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
    },
    trayItem: (name: string) => itemOf(double.tray().menu?.items ?? [], name),
    stop: () => rm(home, { recursive: true, force: true }),
  }
}

/** A server that answers every request, with a live stream that stays open. */
const aServer: typeof fetch = async (input) =>
  new Response(String(input).includes('/subscribe/') ? new ReadableStream() : 'ok')

export type TestDesktop = Awaited<ReturnType<typeof startTestDesktop>>

/** Creates a folder with the layout of the build and minimal files. */
async function standIn(directory: string): Promise<string> {
  await mkdir(join(directory, 'web/assets'), { recursive: true })
  await mkdir(join(directory, 'offline'))
  await mkdir(join(directory, 'find-bar'))
  await writeFile(join(directory, 'find-bar/find-bar.html'), '<title>Find in page</title>')
  await writeFile(join(directory, 'web/index.html'), '<title>Rapport</title>')
  await writeFile(join(directory, 'web/assets/main.js'), 'export {}')
  await writeFile(join(directory, 'offline/offline.html'), '<title>Offline</title>')
  await writeFile(join(directory, 'secret.html'), 'outside')
  await symlink(join(ROOT, 'desktop/icons'), join(directory, 'icons'))
  return directory
}
