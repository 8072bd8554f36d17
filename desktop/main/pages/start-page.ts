import { join } from 'node:path'
import type { DesktopMessage, DesktopSettings } from '#schema/desktop.ts'
import type { Foundation } from '../foundation.ts'
import { createServers } from '../servers/servers.ts'
import { createTokenVault } from '../servers/token-vault.ts'
import type { Settings } from '../settings.ts'
import type { WindowPart } from '../windows/start-window.ts'
import { openBridge, sendToPage } from './bridge.ts'
import { createPageLink, type PageLink } from './page-link.ts'

export interface PagePart {
  page: PageLink
  /** Changes settings for the page or the tray. A change of the server asks the member first. */
  changeSettings(change: Partial<DesktopSettings>): Promise<DesktopSettings>
}

/** Connects the main process to the page in the window: its settings, its token, its state and its commands. */
export function startPage(base: Foundation, { window, hideQuietly, attention }: WindowPart): PagePart {
  const { electron, settings, events, address } = base
  const send = (message: DesktopMessage) => sendToPage(window, message)
  const page = createPageLink({
    window,
    send,
    onState(state) {
      events.emit('page-state', state)
      send({ type: 'attention', attentive: attention.attentive() })
    },
    onNotSent: (reply) => events.emit('not-sent', reply),
  })
  const vault = createTokenVault({
    safeStorage: electron.safeStorage,
    platform: base.platform,
    file: join(electron.app.getPath('userData'), 'session.json'),
    address,
  })
  const servers = createServers({
    electron,
    settings,
    window,
    vault,
    left: base.proxy.left,
    onLeave() {
      events.emit('server-left')
      // Later: a listener clears the notifications, and a reply that waits for its page becomes one.
      page.dropWaiting()
    },
  })
  async function changeSettings({ serverAddress, ...rest }: Partial<DesktopSettings>) {
    if (Object.keys(rest).length > 0) settings.change(rest)
    if (serverAddress !== undefined) await servers.connect(serverAddress)
    return visible(settings)
  }
  openBridge({
    ipcMain: electron.ipcMain,
    window,
    readSettings: () => visible(settings),
    changeSettings,
    async forgetServer(forgotten) {
      await servers.forget(forgotten)
      return visible(settings)
    },
    vault,
    hideQuietly,
    onState: page.hear,
    onEvent: (event) => events.emit('chat-event', event),
    onLanguage: (shown) => void base.language.follow(shown),
  })
  events.on('command', page.command)
  attention.onChange((attentive) => send({ type: 'attention', attentive }))
  settings.onChange((now, before) => {
    if (now.bounds === before.bounds) send({ type: 'settings', settings: visible(settings) })
  })
  return { page, changeSettings }
}

const visible = (settings: Settings): DesktopSettings => {
  const { hideMessageText, launchAtLogin, closeToTray, serverAddress, servers } = settings.get()
  return { hideMessageText, launchAtLogin, closeToTray, serverAddress, servers }
}
