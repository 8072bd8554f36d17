import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Frame,
  Page,
  Request as PageRequest,
} from '@playwright/test'
import { startTestDesktop, type TestDesktop, type TestDesktopOptions } from './desktop.ts'
import type { ContentsDouble } from './electron/contents.ts'
import { shiftPages } from './shifted-clock.ts'

const BUILT = resolve(import.meta.dirname, '../../dist/desktop')
const OURS = 'rapport-app://app'

/** The main process of the build, and its texts. */
const requireBuilt = createRequire(`${BUILT}/`)
const readBuild = (): Pick<typeof import('../../desktop/main/desktop-app.ts'), 'startDesktop'> &
  typeof import('../../desktop/main/load-texts.ts') => ({
  ...requireBuilt('./desktop-app.cjs'),
  ...requireBuilt('./load-texts.cjs'),
})

/** Starts the desktop app with a real page: the built preload and pages in Chromium, and the real main process. */
export interface DesktopPage {
  page: Page
  desktop: TestDesktop
  stop(): Promise<void>
}

export async function openDesktopPage(
  browser: Browser,
  options: TestDesktopOptions & { context?: BrowserContextOptions },
): Promise<DesktopPage> {
  const desktop = await startTestDesktop({ fetch, ...readBuild(), ...options, directory: BUILT })
  // Chromium does not support our scheme: the real handler answers under a local address instead.
  const server = createServer((request, response) => void serve(desktop, request, response))
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1180, height: 780 },
    reducedMotion: 'reduce',
    // Electron has service workers only for schemes with `allowServiceWorkers`, which ours does not set.
    serviceWorkers: 'block',
    ...options.context,
  })
  await shiftPages(context)
  const page = await context.newPage()
  await connect(page, { desktop, contents: desktop.window.webContents, preload: 'preload.cjs', origin })
  desktop.double.app.on('web-contents-created', (_event, contents: ContentsDouble) =>
    openBeside(context, { desktop, contents, preload: 'find-bar-preload.cjs', origin }),
  )
  await page.goto('/')
  return {
    page,
    desktop,
    async stop() {
      await context.close()
      await closed(server)
      await desktop.stop()
    },
  }
}

async function serve({ handler }: TestDesktop, request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request)
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  try {
    const answer = await handler(
      new Request(`${OURS}${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
      }),
    )
    if (answer.type === 'error') return response.destroy()
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (!answer.body) return response.end()
    // Electron reports a closed page to the handler only by destroying the body's stream.
    const sent = Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream)
    sent.on('error', () => response.destroy())
    if (response.destroyed) sent.destroy()
    else response.on('close', () => sent.destroy())
    sent.pipe(response)
  } catch {
    response.destroy()
  }
}

interface Connection {
  desktop: TestDesktop
  contents: ContentsDouble
  preload: string
  origin: string
}

/** Opens a page for a view beside the window's page when the view loads its first address. */
function openBeside(context: BrowserContext, connection: Connection) {
  connection.contents.load = async (url) => {
    const page = await context.newPage()
    await connect(page, connection)
    await connection.contents.load?.(url)
  }
}

/** Connects both ends of the bridge: calls of the preload reach the main process, and its messages reach the page. */
async function connect(page: Page, { desktop: { double }, contents, preload: file, origin }: Connection) {
  const asOurs = (url: string) => (url.startsWith(origin) ? OURS + url.slice(origin.length) : url)
  const eventFrom = (frame: Frame) => {
    const url = asOurs(frame.url())
    const own = url.startsWith(`${OURS}/`) ? OURS : 'null'
    return { sender: contents, senderFrame: { url, origin: own, parent: frame.parentFrame() ? {} : null } }
  }
  await page.exposeBinding('__toMain', async ({ frame }, kind: string, channel: string, payload: unknown) => {
    if (kind === 'invoke') return double.ipcMain.invoke(channel, eventFrom(frame), payload)
    double.ipcMain.emit(channel, eventFrom(frame), payload)
  })
  const preload = await readFile(resolve(BUILT, file), 'utf8')
  await page.addInitScript(`(() => {
    // Chromium sends beacons only over HTTP(S), and the app's pages have a custom scheme.
    navigator.sendBeacon = () => {
      throw new TypeError("Failed to execute 'sendBeacon' on 'Navigator': Beacons are only supported over HTTP(S).")
    }
    const listeners = new Map()
    window.__fromMain = (channel, message) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, message)
    }
    const ipcRenderer = {
      invoke: (channel, payload) => window.__toMain('invoke', channel, payload),
      send: (channel, payload) => void window.__toMain('send', channel, payload),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      removeListener: (channel, listener) =>
        listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener)),
    }
    const contextBridge = { exposeInMainWorld: (name, api) => { window[name] = api } }
    const require = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload has no ' + name)
      return { contextBridge, ipcRenderer }
    }
    const module = { exports: {} }
    const exports = module.exports
    ${preload}
  })()`)
  contents.onSend = (channel, message) =>
    void page
      .evaluate(([to, said]) => Reflect.get(window, '__fromMain')?.(to, said), [channel, message] as const)
      // As in Electron, a page that is navigating receives no message.
      .catch(() => undefined)
  const closing = new Promise<void>((resolve) => page.once('close', () => resolve()))
  contents.unload = () => page.close({ runBeforeUnload: true }).then(() => closing)
  contents.load = async (url) => {
    const own = url.startsWith(OURS)
    if (!own) contents.start(url)
    await page.goto(own ? origin + url.slice(OURS.length) : url).catch(() => undefined)
    // A page without a request is not reported below.
    if (!own) contents.commit(url)
  }
  const isItself = (request: PageRequest) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame()
  page.on('request', (request) => {
    if (isItself(request)) contents.start(asOurs(request.url()))
  })
  page.on('response', (response) => {
    if (isItself(response.request())) contents.commit(asOurs(response.url()))
  })
}

const closed = (server: Server) =>
  new Promise<void>((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
