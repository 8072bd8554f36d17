import { t } from '@lingui/core/macro'
import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { createStore, type Store } from '../store.ts'
import { chatStarted, partnerName } from './about-conversation.ts'
import { acceptedBetween, type ChatState } from './chat-state.ts'

/** `denied`: the browser's own settings forbid notifications, so only the member can allow them, there. */
export type NotificationSetting = 'on' | 'off' | 'denied'

/** What a notification says. */
export interface News {
  title: string
  body: string
}

/**
 * System notifications of matches, and of members who would like to talk or have accepted, while the tab is hidden. Off until
 * the member turns them on.
 */
export interface MatchNotifications extends Store<NotificationSetting> {
  /** Shows a notification if the tab is hidden and the member has turned them on. */
  show(news: News): void
  /** Asks the browser for its permission, if it has none yet. Call it only at a press of the member. */
  turnOn(): Promise<void>
  turnOff(): void
  /** Returns a function that stops the notifications. */
  start(): () => void
}

/** A notification on screen. */
interface Shown {
  addEventListener(event: 'click', listener: () => void): void
  close(): void
}

interface NotificationClass {
  new (title: string, options: NotificationOptions): Shown
  readonly permission: NotificationPermission
  requestPermission(): Promise<NotificationPermission>
}

interface Registration {
  readonly active: { postMessage(message: { title: string; options: NotificationOptions }): void } | null
  getNotifications(filter: { tag: string }): Promise<readonly { close(): void }[]>
}

/** The parts of the window that notifications need. */
export interface NotificationWindow {
  readonly Notification: NotificationClass
  readonly navigator: {
    readonly serviceWorker?: { getRegistration(): Promise<Registration | undefined> }
  }
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState }
  focus(): void
}

interface MatchNotificationsDeps {
  window: NotificationWindow
  chat: Store<ChatState>
  /** Remembers the choice for this browser. */
  storage: Pick<PageStorage, 'getItem' | 'setItem' | 'removeItem'>
}

const ON = 'on'
/** A newer notification replaces an older one. */
const TAG = 'match'

export function createMatchNotifications({
  window,
  chat,
  storage,
}: MatchNotificationsDeps): MatchNotifications {
  const { Notification, document } = window
  const store = createStore<NotificationSetting>(read())

  function read(): NotificationSetting {
    if (Notification.permission === 'denied') return 'denied'
    const isWanted = storage.getItem(STORAGE_KEYS.matchNotifications) === ON
    return isWanted && Notification.permission === 'granted' ? 'on' : 'off'
  }
  const reread = () => store.setState(read())
  /** Closes the notification on screen. */
  let close: (() => void) | null = null

  function show(news: News) {
    // The server tells a browser with push messages.
    const isPushed = storage.getItem(STORAGE_KEYS.push) !== null
    if (document.visibilityState === 'hidden' && read() === 'on' && !isPushed) close = notify(window, news)
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    show,
    async turnOn() {
      if ((await Notification.requestPermission()) === 'granted')
        storage.setItem(STORAGE_KEYS.matchNotifications, ON)
      reread()
    },
    turnOff() {
      storage.removeItem(STORAGE_KEYS.matchNotifications)
      reread()
    },
    start() {
      let before = chat.getState()

      function onChat() {
        const state = chat.getState()
        const news = newsOf(before, state)
        before = state
        if (news) show(news)
      }
      function onVisibility() {
        if (document.visibilityState === 'hidden') return
        close?.()
        close = null
        // The member may have changed the browser's settings.
        reread()
      }

      const stop = chat.subscribe(onChat)
      document.addEventListener('visibilitychange', onVisibility)
      return () => {
        stop()
        document.removeEventListener('visibilitychange', onVisibility)
        close?.()
      }
    },
  }
}

const isNewMatch = (state: ChatState) => state.phase === 'matched' && state.isNewMatch

/** Returns what the change of the chat means for a member who does not look at the page; null for nothing. */
function newsOf(before: ChatState, after: ChatState): News | null {
  if (after.phase !== 'matched') return null
  const accepted = acceptedBetween(before, after)
  if (accepted) {
    const { title, description = '' } = chatStarted(partnerName(accepted))
    return { title, body: description }
  }
  if (!isNewMatch(after) || isNewMatch(before)) return null
  return { title: t`Match Found!`, body: t`Say hello to ${{ name: partnerName(after.conversation) }}.` }
}

/** Shows the notification. Returns a function that closes it. */
function notify(window: NotificationWindow, { title, body }: News): () => void {
  const options = {
    body,
    icon: '/icon-192.png',
    tag: TAG,
  }
  try {
    const shown = new window.Notification(title, options)
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
    })
    return () => shown.close()
  } catch {
    // Chrome on Android throws: only the service worker shows notifications. It remembers the tab that asked
    // (web/worker/match-notifications.ts).
    const registration = window.navigator.serviceWorker?.getRegistration()
    registration?.then((found) => found?.active?.postMessage({ title, options })).catch(() => undefined)
    return () => void registration?.then((found) => found && closeAll(found)).catch(() => undefined)
  }
}

async function closeAll(registration: Registration) {
  for (const one of await registration.getNotifications({ tag: TAG })) one.close()
}
