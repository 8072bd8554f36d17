import type { Notification } from 'electron'
import type { DesktopEvent, DesktopMessage, DesktopState } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from './electron.ts'

interface NotifierDeps {
  Notification: ElectronModule['Notification']
  icon: string
  attentive(): boolean
  muted(): boolean
  hideText(): boolean
  /** Brings the window to the front. */
  show(): void
  command(message: DesktopMessage): void
}

export interface Notifier {
  tell(event: DesktopEvent): void
  /** What has been read meanwhile, here or elsewhere, no longer stands in the notification centre. */
  follow(state: DesktopState): void
  clear(): void
}

/** How many events are known by their id; more than a stream replays. */
const REMEMBERED = 1_000
const LONGEST = 240
/** How many stand in the notification centre; the oldest goes first. */
const STANDING = 50

/** Native notifications: only while nobody looks, never twice for one event, one a conversation at a time. */
export function createNotifier(deps: NotifierDeps): Notifier {
  const seen = new Set<string>()
  /** Also keeps them from being collected, which would lose their clicks. */
  const shown = new Map<string, { kind: DesktopEvent['kind']; notification: Notification }>()

  function isNew(id: string): boolean {
    if (seen.has(id)) return false
    seen.add(id)
    for (const oldest of seen) {
      if (seen.size <= REMEMBERED) break
      seen.delete(oldest)
    }
    return true
  }

  function close(conversationId: string) {
    shown.get(conversationId)?.notification.close()
    shown.delete(conversationId)
  }

  function show(event: DesktopEvent) {
    const { conversationId, kind } = event
    close(conversationId)
    for (const oldest of [...shown.keys()].slice(0, 1 - STANDING)) close(oldest)
    const notification = new deps.Notification({
      ...wordsOf(event, deps.hideText()),
      icon: deps.icon,
      ...(kind === 'message' ? { hasReply: true, replyPlaceholder: 'Reply' } : {}),
    })
    const forget = () => {
      if (shown.get(conversationId)?.notification === notification) shown.delete(conversationId)
    }
    notification.on('click', () => {
      forget()
      deps.show()
      if (kind !== 'left') deps.command({ type: 'open-conversation', conversationId })
    })
    notification.on('reply', (details, inline) => {
      forget()
      const text = (details.reply ?? inline).trim()
      if (text !== '') deps.command({ type: 'reply', conversationId, text })
    })
    // On Windows only the banner is gone then: it stands in the Action Center, and can be clicked, answered and taken out.
    notification.on('close', ({ reason }) => {
      if (reason !== 'timedOut') forget()
    })
    notification.on('failed', forget)
    shown.set(conversationId, { kind, notification })
    notification.show()
  }

  return {
    tell(event) {
      // One that came while somebody looked, or while muted, has been told: it does not come up later.
      if (!isNew(event.id) || !deps.Notification.isSupported()) return
      // That one's own words did not get through has to be known whenever it is.
      if (event.kind === 'not-sent' || !(deps.attentive() || deps.muted())) show(event)
    },
    follow({ unread }) {
      const waiting = new Set(unread.map(({ conversationId }) => conversationId))
      for (const [conversationId, { kind }] of shown)
        if (kind === 'message' && !waiting.has(conversationId)) close(conversationId)
    },
    clear() {
      for (const conversationId of [...shown.keys()]) close(conversationId)
    },
  }
}

function wordsOf({ kind, partnerName, text }: DesktopEvent, hideText: boolean) {
  switch (kind) {
    case 'match':
      return {
        title: 'Match Found!',
        body: hideText ? 'Somebody is there to talk.' : `Say hello to ${partnerName}.`,
      }
    case 'left':
      return { title: 'Partner disconnected', body: 'Find Match to meet somebody new.' }
    case 'not-sent':
      return { title: 'Not sent', body: hideText ? 'Open the conversation to try again.' : cut(text) }
    case 'message':
      return hideText
        ? { title: 'New message', body: `Open ${PRODUCT.name} to read it.` }
        : { title: partnerName, body: cut(text) }
  }
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)
