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
  /** Makes the window's place in the taskbar or the dock call for attention. */
  callAttention(): void
  command(message: DesktopMessage): void
  /** The address of the server that is open. */
  server(): string
  /** Reports a reply to a notification of another server, which must not see it. */
  notSent(reply: { conversationId: string; text: string }): void
}

export interface Notifier {
  tell(event: DesktopEvent): void
  /** What has been read meanwhile, here or elsewhere, no longer stands in the notification centre. */
  follow(state: DesktopState): void
  /** Tells once that a closed window leaves the app running. */
  explainTray(): void
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
  /** The tags of this run: their own objects report what happens to them. */
  const tags = new Set<string>()
  /** Also keeps them from being collected, which would lose their clicks. */
  const shown = new Map<string, { kind: DesktopEvent['kind']; notification: Notification }>()

  /** Held as well, for its click. */
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
    for (const oldest of [...shown.keys()].slice(0, 1 - STANDING)) close(oldest)
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
    // On Windows only the banner is gone then: it stands in the Action Center, and can be clicked, answered and taken out.
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

  /** On Windows a notification outlives the run that showed it, and starts the app when it is used. */
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
    if (set.size <= REMEMBERED) break
    set.delete(oldest)
  }
}

/** What Windows hands back when a notification is used: `type=click&tag=…` (windows_toast_activator.cc). */
const tagOf = ({ kind, conversationId }: DesktopEvent, server: string) =>
  `${kind}-${conversationId}-${markOf(server)}`
/** Earlier versions wrote no mark of the server. */
const TAGGED =
  /(?:^|&)tag=((match|message|left|not-sent)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([0-9a-f]{8}))?)(?:&|$)/
/** A tag has 64 characters at most: too few for an address. */
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

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)
