import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { DESKTOP_AGENT } from '#schema/desktop.ts'
import type { AppEvents } from './app-events.ts'
import { type AppLanguage, createAppLanguage } from './app-language.ts'
import { startedWithoutSandbox } from './before-ready.ts'
import { describeApp, spellAsTheSystem } from './help.ts'
import { createLog, type Log } from './log.ts'
import type { DesktopOptions } from './options.ts'
import { createAppProtocol } from './pages/app-protocol.ts'
import { guardContents, guardPermissions } from './pages/boundaries.ts'
import { APP_SCHEME } from './pages/origin.ts'
import { createServerProxy, type ServerProxy } from './servers/server-proxy.ts'
import { openSettings, type Settings } from './settings.ts'

/** What every part of the app uses. */
export interface Foundation extends DesktopOptions {
  events: AppEvents
  settings: Settings
  log: Log
  logFile: string
  language: AppLanguage
  proxy: ServerProxy
  /** Returns the address of the open server. */
  address(): string
}

/** Opens the settings and the log, loads the texts, and serves our pages under our own scheme. */
export async function createFoundation(options: DesktopOptions): Promise<Foundation> {
  const { electron, platform, directory } = options
  const { app } = electron
  const data = app.getPath('userData')
  const settings = openSettings(join(data, 'settings.json'), options.defaultServer)
  const logFile = join(data, 'logs', 'main.log')
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
  language.onChange(() => describeApp(electron))
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
  return { ...options, events: new EventEmitter(), settings, log, logFile, language, proxy, address }
}
