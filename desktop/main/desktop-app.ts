import type { BrowserWindow } from 'electron'
import { type EarlyLinks, prepareStart } from './before-ready.ts'
import { linkAmong, pathOfLink } from './deep-links.ts'
import { createFoundation, type Foundation } from './foundation.ts'
import { renewLaunchAtLogin, setLaunchAtLogin, wasLaunchedAtLogin } from './launch-at-login.ts'
import { startNotifications } from './notifications/start-notifications.ts'
import type { DesktopOptions } from './options.ts'
import { startPage } from './pages/start-page.ts'
import { startTray } from './tray/start-tray.ts'
import { startUpdates } from './updates/start-updates.ts'
import { openPath } from './windows/main-window.ts'
import { startMenus } from './windows/start-menus.ts'
import { startWindow, type WindowPart } from './windows/start-window.ts'

/**
 * Starts the app. Resolves with its window; with null if the app already runs, which is then notified of this start.
 */
export async function startDesktop(options: DesktopOptions): Promise<BrowserWindow | null> {
  const links = prepareStart(options)
  if (!links) return null
  await options.electron.app.whenReady()

  const base = await createFoundation(options)
  const main = startWindow(base)
  const part = startPage(base, main)
  const mute = startNotifications(base, main)
  followLaunchAtLogin(base)
  startTray(base, main, part, mute)
  startMenus(base, main, part.page, startUpdates(base, main))
  await openFirstPage(base, main, links)
  return main.window
}

/** Launches the app at login, or no longer, when its setting changes. */
function followLaunchAtLogin({ electron: { app }, platform, program, settings }: Foundation) {
  const login = { app, platform, program }
  if (app.isPackaged && settings.get().launchAtLogin) renewLaunchAtLogin(login)
  settings.onChange((now, before) => {
    if (now.launchAtLogin !== before.launchAtLogin) setLaunchAtLogin(now.launchAtLogin, login)
  })
}

/** Opens the page of the link that the app was started with, or the home page, and follows further links. */
async function openFirstPage(base: Foundation, { window, show }: WindowPart, links: EarlyLinks) {
  const { app } = base.electron
  function follow(link: string) {
    const path = pathOfLink(link)
    show()
    if (path !== null) void openPath(window, path).catch(() => undefined)
  }
  links.follow(follow)
  app.on('second-instance', (_event, argv) => {
    const link = linkAmong(argv)
    if (link === null) show()
    else follow(link)
  })
  app.on('activate', show)
  window.once('ready-to-show', () => {
    if (!wasLaunchedAtLogin(app, base.platform, base.argv)) show()
  })
  const first = links.first()
  await openPath(window, (first === null ? null : pathOfLink(first)) ?? '/').catch(() => undefined)
}
