import { createHash } from 'node:crypto'
import type { Notification } from 'electron'
import type { DesktopEvent, DesktopMessage, DesktopState } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'
import type { ElectronModule } from './electron.ts'

interface NotifierDeps {
  Notification: ElectronModule['Notification']
  platform: NodeJS.Platform
  icon: string
  attentive(): boolean
  muted(): boolean
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
  /** Closes the notifications of messages that were read, here or elsewhere. */
  follow(state: DesktopState): void
  /** Shows that the app keeps running after its window closed. */
  explainTray(): void
  clear(): void
}

/** How many event ids are remembered; more than a stream replays. */
const MAX_REMEMBERED = 1_000
const MAX_TEXT_LENGTH = 240
/** How many notifications may be in the notification centre. The oldest closes first. */
const MAX_SHOWN = 50

/**
 * Shows native notifications: only while the member does not look at the window, once for each event, and one at a
 * time for each conversation.
 */
export function createNotifier(deps: NotifierDeps): Notifier {
  const seen = new Set<string>()
  /** The tags of this run's notifications. Their objects report how they are used. */
  const tags = new Set<string>()
  /** Keeps a reference to each notification: a garbage-collected one would lose its clicks. */
  const shown = new Map<string, { kind: DesktopEvent['kind']; notification: Notification }>()

  /** Referenced for the same reason. */
  let explained: Notification | null = null

  function isNew(id: string): boolean {
    if (seen.has(id)) return false
    remember(seen, id)
    return true
  }

  function close(conversationId: string) {
    shown.get(conversationId)?.notification.close()
    shown.delete(conversationId)
  }

  function show(event: DesktopEvent) {
    const { conversationId, kind } = event
    const tag = tagOf(event, deps.server())
    close(conversationId)
    for (const oldest of [...shown.keys()].slice(0, 1 - MAX_SHOWN)) close(oldest)
    const notification = new deps.Notification({
      ...wordsOf(event, deps.hideText()),
      icon: deps.icon,
      ...(deps.platform === 'win32' ? { id: tag } : {}),
      ...(kind === 'message' ? { hasReply: true, replyPlaceholder: 'Reply' } : {}),
    })
    remember(tags, tag)
    const forget = () => {
      if (shown.get(conversationId)?.notification === notification) shown.delete(conversationId)
    }
    notification.on('click', () => {
      forget()
      open(kind, conversationId)
    })
    notification.on('reply', (details, inline) => {
      forget()
      reply(conversationId, details.reply ?? inline)
    })
    // On Windows a timed-out notification stays in the Action Center, where it can be clicked, answered and removed.
    notification.on('close', ({ reason }) => {
      if (reason !== 'timedOut') forget()
    })
    notification.on('failed', forget)
    shown.set(conversationId, { kind, notification })
    notification.show()
    deps.callAttention()
  }

  function open(kind: string, conversationId: string) {
    deps.show()
    if (kind !== 'left') deps.command({ type: 'open-conversation', conversationId })
  }

  function reply(conversationId: string, written: string) {
    const text = written.trim()
    if (text !== '') deps.command({ type: 'reply', conversationId, text })
  }

  /** Handles notifications of earlier runs: on Windows they outlive the app and start it when they are used. */
  function followEarlierRuns() {
    deps.Notification.handleActivation(({ type, arguments: given, reply: written }) => {
      const [, tag, kind, conversationId, server] = TAGGED.exec(given) ?? []
      if (!tag || !kind || !conversationId || tags.has(tag)) return
      if (server !== undefined && server !== markOf(deps.server())) {
        deps.show()
        const text = (type === 'reply' ? (written ?? '') : '').trim()
        if (text !== '') deps.notSent({ conversationId, text })
      } else if (type === 'reply') reply(conversationId, written ?? '')
      else open(kind, conversationId)
    })
  }
  if (deps.platform === 'win32') followEarlierRuns()

  return {
    tell(event) {
      // An event that was suppressed by attention or mute counts as reported, and does not appear later.
      if (!isNew(event.id) || !deps.Notification.isSupported()) return
      // The member must always learn that their own reply was not sent.
      if (event.kind === 'not-sent' || !(deps.attentive() || deps.muted())) show(event)
    },
    follow({ unread }) {
      const waiting = new Set(unread.map(({ conversationId }) => conversationId))
      for (const [conversationId, { kind }] of shown)
        if (kind === 'message' && !waiting.has(conversationId)) close(conversationId)
    },
    explainTray() {
      if (!deps.Notification.isSupported()) return
      const notification = new deps.Notification({ ...TRAY_WORDS, icon: deps.icon })
      notification.on('click', deps.show)
      explained = notification
      notification.show()
    },
    clear() {
      explained?.close()
      for (const conversationId of [...shown.keys()]) close(conversationId)
    },
  }
}

const TRAY_WORDS = {
  title: `${PRODUCT.name} is still running`,
  body: 'Open or quit it from its icon in the tray. You can change this in Settings.',
}

function remember(set: Set<string>, id: string) {
  set.add(id)
  for (const oldest of set) {
    if (set.size <= MAX_REMEMBERED) break
    set.delete(oldest)
  }
}

/**
 * Returns the tag that Windows passes back when a notification is used: `type=click&tag=…`
 * (windows_toast_activator.cc).
 */
const tagOf = ({ kind, conversationId }: DesktopEvent, server: string) =>
  `${kind}-${conversationId}-${markOf(server)}`
/** Matches the tags of this version, and of earlier ones, which did not contain the server. */
const TAGGED =
  /(?:^|&)tag=((match|message|left|not-sent)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([0-9a-f]{8}))?)(?:&|$)/
/** Returns a hash of the server's address, because a tag has only 64 characters. */
const markOf = (server: string) => createHash('sha256').update(server).digest('hex').slice(0, 8)

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

const cut = (text: string) =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text
