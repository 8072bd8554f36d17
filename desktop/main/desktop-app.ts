import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { BrowserWindow } from 'electron'
import { DESKTOP_AGENT, type DesktopSettings } from '#schema/desktop.ts'
import { isolate } from '#schema/directions.ts'
import { createAppLanguage, type LoadTexts } from './app-language.ts'
import { prepareStart, startedWithoutSandbox } from './before-ready.ts'
import { linkAmong, pathOfLink } from './deep-links.ts'
import type { ElectronModule } from './electron.ts'
import { checkForUpdates, describeApp, spellAsTheSystem } from './help.ts'
import { renewLaunchAtLogin, setLaunchAtLogin, wasLaunchedAtLogin } from './launch-at-login.ts'
import { createLeaving } from './leaving.ts'
import { createLog, logProblems } from './log.ts'
import { createMute } from './notifications/mute.ts'
import { createNotifier } from './notifications/notifier.ts'
import { createAppProtocol } from './pages/app-protocol.ts'
import { guardContents, guardPermissions } from './pages/boundaries.ts'
import { openBridge } from './pages/bridge.ts'
import { APP_SCHEME } from './pages/origin.ts'
import { createPageLink } from './pages/page-link.ts'
import { createServerProxy } from './servers/server-proxy.ts'
import { createServers } from './servers/servers.ts'
import { createTokenVault } from './servers/token-vault.ts'
import { openSettings, type Settings } from './settings.ts'
import { createAppTray } from './tray/app-tray.ts'
import { restartInto } from './updates/restart.ts'
import { followUpdates, type UpdateCheck, type Updater } from './updates/updates.ts'
import { watchAttention } from './windows/attention.ts'
import { createFindBar } from './windows/find-bar.ts'
import { bringToFront, createMainWindow, openPath } from './windows/main-window.ts'
import { recoverCrashes } from './windows/recovery.ts'
import { addMenus } from './windows/window-menus.ts'

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

/**
 * Resolves with the window once it is there; with null where the app runs already, and has been told of this start.
 */
export async function startDesktop(options: DesktopOptions): Promise<BrowserWindow | null> {
  const { electron, platform, directory } = options
  const { app } = electron
  const links = prepareStart(options)
  if (!links) return null
  await app.whenReady()

  const settings = openSettings(join(app.getPath('userData'), 'settings.json'), options.defaultServer)
  const logFile = join(app.getPath('userData'), 'logs', 'main.log')
  const log = createLog(logFile, options.now)
  log(
    `version ${app.getVersion()} on ${platform}${startedWithoutSandbox(options) ? ', without a sandbox' : ''}`,
  )
  const language = await createAppLanguage({
    settings,
    systemLanguages: app.getPreferredSystemLanguages(),
    loadTexts: options.loadTexts,
    log,
  })
  describeApp(electron)
  spellAsTheSystem(electron, platform)
  const address = () => settings.get().serverAddress
  const proxy = createServerProxy({
    fetch: (input, init) => electron.net.fetch(input, init),
    address,
    userAgent: `${electron.session.defaultSession.getUserAgent()} ${DESKTOP_AGENT}/${app.getVersion()}`,
  })
  electron.protocol.handle(APP_SCHEME, createAppProtocol({ directory, proxy, address, language }))
  guardPermissions(electron.session.defaultSession)
  app.on('web-contents-created', (_event, contents) => guardContents(contents, electron.shell))

  const leaving = createLeaving({ electron, settled: proxy.settled })
  const icons = join(directory, 'icons')
  const window = createMainWindow({
    electron,
    settings,
    platform,
    preload: join(directory, 'preload.cjs'),
    icon: join(icons, 'icon.png'),
    quitting: leaving.begun,
    onHidden() {
      // On macOS a closed window is no news: every app goes on in the dock.
      if (platform === 'darwin' || settings.get().trayExplained) return
      settings.change({ trayExplained: true })
      notifier.explainTray()
    },
  })
  const show = () => bringToFront(window)
  recoverCrashes({ window, dialog: electron.dialog, show, now: options.now })
  const attention = watchAttention(window, electron.powerMonitor)
  const mute = createMute(settings, options.now)
  const vault = createTokenVault({
    safeStorage: electron.safeStorage,
    platform,
    file: join(app.getPath('userData'), 'session.json'),
    address,
  })
  const servers = createServers({
    electron,
    settings,
    window,
    vault,
    left: proxy.left,
    onLeave() {
      notifier.clear()
      page.dropWaiting()
      findBar.forget()
    },
  })
  async function changeSettings({ serverAddress, ...rest }: Partial<DesktopSettings>) {
    if (Object.keys(rest).length > 0) settings.change(rest)
    if (serverAddress !== undefined) await servers.connect(serverAddress)
    return visible(settings)
  }

  const send = openBridge({
    ipcMain: electron.ipcMain,
    window,
    readSettings: () => visible(settings),
    changeSettings,
    async forgetServer(address) {
      await servers.forget(address)
      return visible(settings)
    },
    vault,
    onState: (state) => page.hear(state),
    onEvent: (event) => notifier.tell(event),
    onLanguage: (shown) => void language.follow(shown),
  })
  const page = createPageLink({
    window,
    send,
    onState(state) {
      notifier.follow(state)
      send({ type: 'attention', attentive: attention.attentive() })
      drawTray()
    },
    onNotSent: notSent,
  })
  function notSent({ conversationId, text }: { conversationId: string; text: string }) {
    const id = `not-sent:${randomUUID()}`
    const reply = t(i18n)`Your reply: ${{ text: isolate(text, language.direction()) }}`
    notifier.tell({ id, kind: 'not-sent', conversationId, partnerName: '', text: reply })
  }
  const notifier = createNotifier({
    Notification: electron.Notification,
    platform,
    icon: join(icons, 'icon.png'),
    attentive: attention.attentive,
    muted: () => mute.until() !== null,
    hideText: () => settings.get().hideMessageText,
    show,
    callAttention() {
      if (platform === 'darwin') electron.app.dock?.bounce('informational')
      else if (window.isVisible() && !window.isFocused()) window.flashFrame(true)
    },
    command: (message) => page.command(message),
    server: address,
    notSent,
  })
  // What the app has shown would stay in the notification centre, and lead nowhere.
  app.on('will-quit', notifier.clear)
  if (platform !== 'darwin') window.on('focus', () => window.flashFrame(false))
  attention.onChange((attentive) => send({ type: 'attention', attentive }))

  let restart: (() => void) | null = null
  const drawTray = createAppTray({
    electron,
    platform,
    icons,
    window,
    page,
    proxy,
    settings,
    mute,
    show,
    changeSettings,
    restart: () => restart,
    now: options.now,
  })
  logProblems({ log, proxy, window })
  electron.powerMonitor.on('resume', () => {
    drawTray()
    if (!proxy.answers()) window.webContents.reload()
  })

  const login = { app, platform, program: options.program }
  if (app.isPackaged && settings.get().launchAtLogin) renewLaunchAtLogin(login)
  settings.onChange((now, before) => {
    if (now.launchAtLogin !== before.launchAtLogin) setLaunchAtLogin(now.launchAtLogin, login)
    if (now.bounds === before.bounds) {
      send({ type: 'settings', settings: visible(settings) })
      drawTray()
    }
  })

  const findBar = createFindBar({
    electron,
    window,
    preload: join(directory, 'find-bar-preload.cjs'),
    direction: language.direction,
  })
  let checkNow: UpdateCheck | null = null
  const drawMenu = addMenus({
    electron,
    platform,
    window,
    settings,
    address,
    find: findBar.open,
    findStep: findBar.step,
    checkForUpdates: () => void checkForUpdates({ electron, window, check: checkNow }),
    openLogFolder: () => void electron.shell.openPath(dirname(logFile)),
    openSettings() {
      show()
      page.command({ type: 'open-settings' })
    },
  })
  language.onChange(() => {
    describeApp(electron)
    drawMenu()
    drawTray()
    findBar.translate()
  })

  function follow(wanted: string) {
    const path = pathOfLink(wanted)
    show()
    if (path !== null) void openPath(window, path).catch(() => undefined)
  }
  links.follow(follow)
  app.on('second-instance', (_event, argv) => {
    const wanted = linkAmong(argv)
    if (wanted === null) show()
    else follow(wanted)
  })
  app.on('activate', show)

  void followUpdates({
    feed: options.updateFeed,
    packaged: app.isPackaged,
    installsOnQuit: platform !== 'linux' || options.isAppImage,
    load: options.loadUpdater,
    onReady(install) {
      restart = restartInto(install, { app, platform, program: options.program, leaving })
      drawTray()
    },
  })
    .then((check) => {
      checkNow = check
    })
    .catch(() => log('the updater did not start'))

  const link = links.first()
  const begins = link === null ? '/' : (pathOfLink(link) ?? '/')
  window.once('ready-to-show', () => {
    if (!wasLaunchedAtLogin(app, platform, options.argv)) show()
  })
  await openPath(window, begins).catch(() => undefined)
  return window
}

const visible = (settings: Settings): DesktopSettings => {
  const { hideMessageText, launchAtLogin, closeToTray, serverAddress, servers } = settings.get()
  return { hideMessageText, launchAtLogin, closeToTray, serverAddress, servers }
}
