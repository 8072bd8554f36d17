import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { isolate } from '#schema/directions.ts'
import type { Foundation } from '../foundation.ts'
import type { WindowPart } from '../windows/start-window.ts'
import { createMute, type Mute } from './mute.ts'
import { createNotifier } from './notifier.ts'

/** Shows native notifications of what the page reports. Returns the mute, which the tray changes. */
export function startNotifications(base: Foundation, { window, show, isQuiet, attention }: WindowPart): Mute {
  const { electron, platform, settings, events, language } = base
  const mute = createMute(settings, base.now)
  const notifier = createNotifier({
    Notification: electron.Notification,
    platform,
    icon: join(base.directory, 'icons', 'icon.png'),
    attentive: attention.attentive,
    muted: () => mute.until() !== null,
    isQuiet,
    hideText: () => settings.get().hideMessageText,
    show,
    callAttention() {
      if (platform === 'darwin') electron.app.dock?.bounce('informational')
      else if (window.isVisible() && !window.isFocused()) window.flashFrame(true)
    },
    command: (message) => events.emit('command', message),
    server: base.address,
    notSent: (reply) => events.emit('not-sent', reply),
  })
  events.on('page-state', notifier.follow)
  events.on('chat-event', notifier.tell)
  events.on('not-sent', ({ conversationId, text: written }) => {
    const text = t(i18n)`Your reply: ${{ text: isolate(written, language.direction()) }}`
    notifier.tell({ id: `not-sent:${randomUUID()}`, kind: 'not-sent', conversationId, partnerName: '', text })
  })
  events.on('window-hidden', () => {
    // On macOS a closed window is no news: every app goes on in the dock.
    if (platform === 'darwin' || settings.get().trayExplained) return
    settings.change({ trayExplained: true })
    notifier.explainTray()
  })
  for (const event of ['server-left', 'hidden-quietly'] as const) events.on(event, notifier.clear)
  // What the app has shown would stay in the notification centre, and lead nowhere.
  electron.app.on('will-quit', notifier.clear)
  if (platform !== 'darwin') window.on('focus', () => window.flashFrame(false))
  notifier.followEarlierRuns()
  return mute
}
