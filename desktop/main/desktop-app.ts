import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { PRODUCT } from '#schema/product.ts'
import { APP_SCHEME_PRIVILEGES, createAppProtocol } from './app-protocol.ts'
import { watchAttention } from './attention.ts'
import { guardContents, guardPermissions } from './boundaries.ts'
import { openBridge } from './bridge.ts'
import { linkAmong, pathOfLink } from './deep-links.ts'
import type { ElectronModule } from './electron.ts'
import { checkForUpdates, describeApp, spellAsTheSystem } from './help.ts'
import { renewLaunchAtLogin, setLaunchAtLogin, wasLaunchedAtLogin } from './launch-at-login.ts'
import { createLeaving } from './leaving.ts'
import { createLog, noteTroubles } from './log.ts'
import { bringToFront, createMainWindow, openPath } from './main-window.ts'
import { createMute } from './mute.ts'
import { createNotifier } from './notifier.ts'
import { APP_ID, APP_SCHEME, LINK_SCHEME, TOAST_ACTIVATOR } from './origin.ts'
import { createPageLink } from './page-link.ts'
import { recoverCrashes } from './recovery.ts'
import { restartInto } from './restart.ts'
import { createServerProxy } from './server-proxy.ts'
import { openSettings, type Settings } from './settings.ts'
import { createSettingsChange } from './settings-change.ts'
import { createTokenVault } from './token-vault.ts'
import { createTray } from './tray.ts'
import { followUpdates, type UpdateCheck, type Updater } from './updates.ts'
import { addMenus } from './window-menus.ts'

export interface DesktopOptions {
  electron: ElectronModule
  platform: NodeJS.Platform
  argv: readonly string[]
  /** What starts this app, as it stands in an entry for the login. */
  program: string
  /** Whether the app runs from an AppImage. */
  isAppImage: boolean
  /** Holds `web/`, `offline/`, `icons/` and `preload.cjs`. */
  directory: string
  defaultServer: string
  updateFeed: string | null
  loadUpdater(): Promise<Updater>
  now(): number
}

/** Resolves with the window once it is there; with null where the app runs already, and has been told of this start. */
export async function startDesktop(options: DesktopOptions): Promise<BrowserWindow | null> {
  const { electron, platform, directory } = options
  const { app } = electron
  // These three only count before Electron is ready.
  if (!startedWithoutSandbox(options)) app.enableSandbox()
  electron.protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES])
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return null
  }
  let link = linkAmong(options.argv)
  let follow = (wanted: string) => {
    link = wanted
  }
  app.on('open-url', (event, url) => {
    event.preventDefault()
    follow(url)
  })
  if (platform === 'win32') {
    app.setAppUserModelId(APP_ID)
    app.setToastActivatorCLSID(TOAST_ACTIVATOR)
  }
  // From the sources it would be Electron itself that is registered.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  await app.whenReady()

  const settings = openSettings(join(app.getPath('userData'), 'settings.json'), options.defaultServer)
  const logFile = join(app.getPath('userData'), 'logs', 'main.log')
  const log = createLog(logFile, options.now)
  log(
    `version ${app.getVersion()} on ${platform}${startedWithoutSandbox(options) ? ', without a sandbox' : ''}`,
  )
  describeApp(electron)
  spellAsTheSystem(electron, platform)
  const address = () => settings.get().serverAddress
  const proxy = createServerProxy({
    fetch: (input, init) => electron.net.fetch(input, init),
    address,
  })
  electron.protocol.handle(APP_SCHEME, createAppProtocol({ directory, proxy, address }))
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
  const changeSettings = createSettingsChange({ electron, settings, window, vault, left: proxy.left })

  const send = openBridge({
    ipcMain: electron.ipcMain,
    window,
    readSettings: () => visible(settings),
    changeSettings,
    vault,
    onState: (state) => page.hear(state),
    onEvent: (event) => notifier.tell(event),
  })
  const page = createPageLink({
    window,
    send,
    onState(state) {
      notifier.follow(state)
      send({ type: 'attention', attentive: attention.attentive() })
      drawTray()
    },
    onNotSent: ({ conversationId, text }) =>
      notifier.tell({
        id: `not-sent:${randomUUID()}`,
        kind: 'not-sent',
        conversationId,
        partnerName: '',
        text: `Your reply: ${text}`,
      }),
  })
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
  })
  // What the app has shown would stay in the notification centre, and lead nowhere.
  app.on('will-quit', notifier.clear)
  if (platform !== 'darwin') window.on('focus', () => window.flashFrame(false))
  attention.onChange((attentive) => send({ type: 'attention', attentive }))

  let restart: (() => void) | null = null
  const draw = createTray({
    electron,
    platform,
    icons,
    window,
    actions: {
      open: show,
      findMatch() {
        show()
        page.command({ type: 'find-match' })
      },
      findAnother() {
        // What is asked on a hidden window nobody sees.
        show()
        void confirmLeaving(electron, window).then((sure) => {
          if (sure) page.command({ type: 'find-another' })
        })
      },
      muteForAnHour: mute.forAnHour,
      muteUntilTomorrow: mute.untilTomorrow,
      unmute: mute.lift,
      setLaunchAtLogin: (launchAtLogin) => void changeSettings({ launchAtLogin }),
      restartToUpdate: () => restart?.(),
      quit: () => app.quit(),
    },
  })
  let muteEnds: NodeJS.Timeout | null = null
  function drawTray() {
    const mutedUntil = mute.until()
    if (muteEnds) clearTimeout(muteEnds)
    muteEnds = mutedUntil === null ? null : setTimeout(drawTray, mutedUntil - options.now()).unref()
    const { phase, unread } = page.state()
    const online = phase === 'away' ? proxy.answers() : proxy.connected()
    draw({
      phase: online ? phase : 'offline',
      unread: unread.reduce((sum, { count }) => sum + count, 0),
      mutedUntil,
      launchAtLogin: settings.get().launchAtLogin,
      updateReady: restart !== null,
    })
  }
  drawTray()
  proxy.onChange(drawTray)
  noteTroubles({ log, proxy, window })
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

  let checkNow: UpdateCheck | null = null
  addMenus({
    electron,
    platform,
    window,
    settings,
    address,
    checkForUpdates: () => void checkForUpdates({ electron, window, check: checkNow }),
    openLogFolder: () => void electron.shell.openPath(dirname(logFile)),
    openSettings() {
      show()
      page.command({ type: 'open-settings' })
    },
  })

  follow = (wanted) => {
    const path = pathOfLink(wanted)
    show()
    if (path !== null) void openPath(window, path).catch(() => undefined)
  }
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

  const begins = link === null ? '/' : (pathOfLink(link) ?? '/')
  window.once('ready-to-show', () => {
    if (!wasLaunchedAtLogin(app, platform, options.argv)) show()
  })
  await openPath(window, begins).catch(() => undefined)
  return window
}

/**
 * An AppImage's start script adds `--no-sandbox` where the system refuses user namespaces (Ubuntu since 23.10).
 * `enableSandbox` removes the switch after Chromium has started its zygotes without a sandbox: what follows is a blank
 * window or a crash. The window asks for its sandbox in any case (main-window.ts).
 */
const startedWithoutSandbox = ({ platform, argv }: DesktopOptions) =>
  platform === 'linux' && argv.includes('--no-sandbox')

const visible = (settings: Settings) => {
  const { hideMessageText, launchAtLogin, closeToTray, serverAddress } = settings.get()
  return { hideMessageText, launchAtLogin, closeToTray, serverAddress }
}

/** In the window a second press confirms; a menu has no second press. */
async function confirmLeaving({ dialog }: ElectronModule, window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Leave this conversation and find another?',
    buttons: ['Find Another', 'Stay'],
    defaultId: 1,
    cancelId: 1,
    title: PRODUCT.name,
  })
  return response === 0
}
