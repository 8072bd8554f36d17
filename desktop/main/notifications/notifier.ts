import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Notification } from 'electron'
import type { DesktopEvent, DesktopMessage, DesktopState } from '#schema/desktop.ts'
import { isolate } from '#schema/directions.ts'
import { cutText } from '#schema/graphemes.ts'
import { directionOf } from '#schema/languages.ts'
import { shownNameOf } from '#schema/partner-name.ts'
import { PRODUCT } from '#schema/product.ts'
import { isVisible } from '#schema/visible.ts'
import type { ElectronModule } from '../electron.ts'
import { readTag, tagOf } from './notification-tags.ts'
import { createRecentIds } from './recent-ids.ts'
import { createShownNotifications } from './shown-notifications.ts'

interface NotifierDeps {
  Notification: ElectronModule['Notification']
  platform: NodeJS.Platform
  icon: string
  attentive(): boolean
  muted(): boolean
  /** Whether the member has hidden the app: then nothing is shown. */
  isQuiet(): boolean
  hideText(): boolean
  /** Brings the window to the front. */
  show(): void
  /** Flashes the window in the taskbar, or bounces the app in the dock. */
  callAttention(): void
  command(message: DesktopMessage): void
  /** The address of the server that is open. */
  server(): string
  /** Reports a reply that was meant for another server and is therefore not sent. */
  notSent(reply: { conversationId: string; text: string }): void
}

export interface Notifier {
  tell(event: DesktopEvent): void
  /** Closes the notifications of messages that were read here or elsewhere, and of knocks and rings that are over. */
  follow(state: DesktopState): void
  /** Shows that the app keeps running after its window closed. */
  explainTray(): void
  /** Handles notifications of earlier runs. One that has started the app is handled at once. */
  followEarlierRuns(): void
  clear(): void
}

const MAX_TEXT_LENGTH = 240

/**
 * Shows native notifications: only while the member does not look at the window, once for each event, and one at a
 * time for each conversation.
 */
export function createNotifier(deps: NotifierDeps): Notifier {
  const { Notification, platform, icon } = deps
  const reported = createRecentIds()
  /** The tags of this run's notifications. Their objects report how they are used. */
  const tags = createRecentIds()
  const shown = createShownNotifications({ Notification, onClick: open, onReply: reply, onAccept: accept })
  /** Keeps a reference to the notification about the tray: a garbage-collected one would lose its click. */
  let explained: Notification | null = null

  function show(event: DesktopEvent) {
    const tag = tagOf(event, deps.server())
    tags.add(tag)
    shown.show(event, {
      ...wordsOf(event, deps.hideText()),
      icon,
      ...(platform === 'win32' ? { id: tag } : {}),
      ...(event.kind === 'message' ? { hasReply: true, replyPlaceholder: t(i18n)`Reply` } : {}),
      ...(event.kind === 'knock' ? { actions: [{ type: 'button', text: t(i18n)`Accept` }] } : {}),
    })
    deps.callAttention()
  }

  function open(kind: string, conversationId: string) {
    deps.show()
    // The page of a window that is shown comes to a ring by itself.
    if (kind !== 'left' && kind !== 'knock' && kind !== 'ring')
      deps.command({ type: 'open-conversation', conversationId })
  }

  function accept(knockId: string) {
    deps.show()
    deps.command({ type: 'accept-knock', knockId })
  }

  function reply(conversationId: string, written: string) {
    const text = written.trim()
    if (isVisible(text)) deps.command({ type: 'reply', conversationId, text })
  }

  return {
    tell(event) {
      // An event that was suppressed by attention or mute counts as reported, and does not appear later.
      if (reported.has(event.id)) return
      reported.add(event.id)
      if (!Notification.isSupported() || deps.isQuiet()) return
      // The member must always learn that their own reply was not sent.
      if (event.kind === 'not-sent' || !(deps.attentive() || deps.muted())) show(event)
    },
    follow({ phase, unread, knocks, ring }) {
      shown.closeMessagesExcept(new Set(unread.map(({ conversationId }) => conversationId)))
      // A page that is being loaded knows no knocks and no ring yet.
      if (phase === 'away') return
      shown.closeKnocksExcept(new Set(knocks))
      if (ring !== 'ringing') shown.closeRings()
    },
    explainTray() {
      if (!Notification.isSupported()) return
      explained = new Notification({ ...trayWords(), icon })
      explained.on('click', deps.show)
      explained.show()
    },
    followEarlierRuns() {
      if (platform === 'win32') followEarlierRuns(deps, { isOwn: tags.has, open, reply, accept })
    },
    clear() {
      explained?.close()
      shown.closeAll()
    },
  }
}

/** Handles notifications of earlier runs: on Windows they outlive the app and start it when they are used. */
function followEarlierRuns(
  { Notification, server, show, notSent }: NotifierDeps,
  actions: {
    isOwn(tag: string): boolean
    open(kind: string, conversationId: string): void
    reply(conversationId: string, written: string): void
    accept(knockId: string): void
  },
) {
  Notification.handleActivation(({ type, arguments: given, reply: written }) => {
    const used = readTag(given)
    if (!used || actions.isOwn(used.tag)) return
    const { kind, conversationId } = used
    if (!used.isOf(server())) {
      show()
      const text = (type === 'reply' ? (written ?? '') : '').trim()
      if (isVisible(text)) notSent({ conversationId, text })
    } else if (type === 'action' && kind === 'knock') actions.accept(conversationId)
    else if (type === 'reply') actions.reply(conversationId, written ?? '')
    else actions.open(kind, conversationId)
  })
}

const trayWords = () => ({
  title: t(i18n)`${{ product: PRODUCT.name }} is still running`,
  body: t(i18n)`Open or quit it from its icon in the tray. You can change this in Settings.`,
})

function wordsOf({ kind, partnerName, text }: DesktopEvent, hideText: boolean) {
  const name = shownNameOf(partnerName)
  switch (kind) {
    case 'match':
      return {
        title: t(i18n)`Match Found!`,
        body: hideText
          ? t(i18n)`Somebody is there to talk.`
          : t(i18n)`Say hello to ${{ partnerName: isolate(name, directionOf(i18n.locale)) }}.`,
      }
    case 'left':
      return { title: t(i18n)`Partner disconnected`, body: t(i18n)`Find Match to meet somebody new.` }
    case 'not-sent':
      return {
        title: t(i18n)`Not sent`,
        body: hideText ? t(i18n)`Open the conversation to try again.` : cutText(text, MAX_TEXT_LENGTH),
      }
    case 'knock':
      return {
        title: t(i18n)`An invitation to talk`,
        body: hideText
          ? t(i18n)`Somebody would like to talk.`
          : t(i18n)`${{ partnerName: isolate(name, directionOf(i18n.locale)) }} would like to talk.`,
      }
    case 'accepted':
      return {
        title: t(i18n)`Chat started`,
        body: hideText
          ? t(i18n)`Somebody is there to talk.`
          : t(i18n)`You are now chatting with ${{ partnerName: isolate(name, directionOf(i18n.locale)) }}.`,
      }
    case 'ring':
      return { title: t(i18n)`Someone was found`, body: t(i18n)`Come within a minute to chat.` }
    case 'message':
      return hideText
        ? { title: t(i18n)`New message`, body: t(i18n)`Open ${{ product: PRODUCT.name }} to read it.` }
        : { title: name, body: cutText(text, MAX_TEXT_LENGTH) }
  }
}
