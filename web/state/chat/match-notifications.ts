import { t } from '@lingui/core/macro'
import type { Conversation } from '#schema/chat.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { createStore, type Store } from '../store.ts'
import { partnerName } from './about-conversation.ts'
import type { ChatState } from './chat-state.ts'

/** `denied`: the browser's own settings forbid notifications, so only the member can allow them, there. */
export type NotificationSetting = 'on' | 'off' | 'denied'

/** System notifications of matches that are found while the tab is hidden. Off until the member turns them on. */
export interface MatchNotifications extends Store<NotificationSetting> {
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
/** A newer match replaces the notification of an older one. */
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

  return {
    getState: store.getState,
    subscribe: store.subscribe,
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
      let close: (() => void) | null = null
      let before = chat.getState()

      function onChat() {
        const state = chat.getState()
        const isNew = isNewMatch(state) && !isNewMatch(before)
        before = state
        if (isNew && state.phase === 'matched' && document.visibilityState === 'hidden' && read() === 'on')
          close = notify(window, state.conversation)
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

/** Shows the notification. Returns a function that closes it. */
function notify(window: NotificationWindow, conversation: Conversation): () => void {
  const title = t`Match Found!`
  const options = {
    body: t`Say hello to ${{ name: partnerName(conversation) }}.`,
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
    // Chrome on Android throws: only the service worker shows notifications. It remembers the tab that asked (sw.js).
    const registration = window.navigator.serviceWorker?.getRegistration()
    registration?.then((found) => found?.active?.postMessage({ title, options })).catch(() => undefined)
    return () => void registration?.then((found) => found && closeAll(found)).catch(() => undefined)
  }
}

async function closeAll(registration: Registration) {
  for (const one of await registration.getNotifications({ tag: TAG })) one.close()
}
