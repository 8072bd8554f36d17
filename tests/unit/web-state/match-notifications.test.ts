import { describe, expect, it } from 'vitest'
import { createSafeStorage } from '#web/data/safe-storage.ts'
import { STORAGE_KEYS } from '#web/data/storage-keys.ts'
import type { ChatState } from '#web/state/chat/chat-state.ts'
import { createMatchNotifications } from '#web/state/chat/match-notifications.ts'
import { createStore } from '#web/state/store.ts'
import { aConversation } from './kit.ts'

interface Setting {
  permission: NotificationPermission
  /** The member's answer when the browser asks. */
  answer?: NotificationPermission
  /** Whether only the service worker shows notifications, as in Chrome on Android. */
  needsWorker?: boolean
}

function setUp({ permission, answer = permission, needsWorker = false }: Setting) {
  const browser = { permission, asked: 0, focused: 0, shown: [] as string[], closed: 0, byWorker: 0 }
  const clicks = new EventTarget()
  const close = () => {
    browser.closed += 1
  }
  class TestNotification {
    static get permission() {
      return browser.permission
    }
    static requestPermission() {
      browser.asked += 1
      browser.permission = answer
      return Promise.resolve(answer)
    }
    constructor(title: string, { body }: NotificationOptions) {
      if (needsWorker) throw new TypeError('Illegal constructor')
      browser.shown.push(`${title} ${body}`)
    }
    addEventListener(event: 'click', listener: () => void) {
      clicks.addEventListener(event, listener)
    }
    close = close
  }
  const worker = {
    active: {
      postMessage({ title, options }: { title: string; options: NotificationOptions }) {
        browser.byWorker += 1
        browser.shown.push(`${title} ${options.body}`)
      },
    },
    getNotifications: () => Promise.resolve([{ close }]),
  }
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'hidden' as DocumentVisibilityState,
  })
  const chat = createStore<ChatState>({ phase: 'idle' })
  // Values last as long as the page.
  const storage = createSafeStorage(() => {
    throw new Error('no storage')
  })
  const window = {
    Notification: TestNotification,
    navigator: { serviceWorker: { getRegistration: () => Promise.resolve(worker) } },
    document,
    focus() {
      browser.focused += 1
    },
  }
  const notifications = createMatchNotifications({ window, chat, storage })
  const stop = notifications.start()
  return {
    browser,
    notifications,
    storage,
    stop,
    match: () => chat.setState({ phase: 'matched', conversation: aConversation(), isNewMatch: true }),
    open: () => chat.setState({ phase: 'matched', conversation: aConversation(), isNewMatch: false }),
    wait: () =>
      chat.setState({
        phase: 'matched',
        conversation: aConversation({ awaitsAnswer: true }),
        isNewMatch: false,
      }),
    click: () => clicks.dispatchEvent(new Event('click')),
    look(visibilityState: DocumentVisibilityState) {
      document.visibilityState = visibilityState
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

const SHOWN = ['Match Found! Say hello to Juniper.']

describe('the notification of a match', () => {
  it('appears while the tab is hidden, focuses the tab when pressed, and closes', async () => {
    const { browser, notifications, match, click } = setUp({ permission: 'granted' })
    await notifications.turnOn()
    match()
    expect(browser.shown).toEqual(SHOWN)
    click()
    expect([browser.focused, browser.closed]).toEqual([1, 1])
  })

  it('closes when the member looks at the tab', async () => {
    const { browser, notifications, match, look } = setUp({ permission: 'granted' })
    await notifications.turnOn()
    match()
    look('visible')
    expect(browser.closed).toBe(1)
  })

  it('appears for a partner who has accepted, and for other news, only while the tab is hidden', async () => {
    const { browser, notifications, wait, open, look } = setUp({ permission: 'granted' })
    await notifications.turnOn()
    wait()
    open()
    notifications.show({ title: 'Ben would like to talk', body: 'Open the page to answer.' })
    const shown = [
      'Chat started You are now chatting with Juniper.',
      'Ben would like to talk Open the page to answer.',
    ]
    expect(browser.shown).toEqual(shown)
    look('visible')
    notifications.show({ title: 'Cleo would like to talk', body: '' })
    expect(browser.shown).toEqual(shown)
  })

  it('leaves the news to the server in a browser with push messages', async () => {
    const { browser, notifications, storage, match } = setUp({ permission: 'granted' })
    await notifications.turnOn()
    storage.setItem(STORAGE_KEYS.push, 'this member')
    match()
    expect(browser.shown).toEqual([])
  })

  // covers: beyond-match-notification
  it('comes from the service worker where pages cannot show one', async () => {
    const { browser, notifications, match, look } = setUp({ permission: 'granted', needsWorker: true })
    await notifications.turnOn()
    match()
    await expect.poll(() => [browser.shown, browser.byWorker]).toEqual([SHOWN, 1])
    look('visible')
    await expect.poll(() => browser.closed).toBe(1)
  })

  it('stays away in a visible tab, for an opened chat, once turned off, and after the end of the session', async () => {
    const { browser, notifications, match, open, look, stop } = setUp({ permission: 'granted' })
    match()
    await notifications.turnOn()
    open()
    look('visible')
    match()
    open()
    look('hidden')
    notifications.turnOff()
    match()
    open()
    await notifications.turnOn()
    stop()
    match()
    expect(browser.shown).toEqual([])
  })
})

describe('the setting for notifications', () => {
  // covers: beyond-match-notification
  it('asks the browser only when the member turns it on', async () => {
    const { browser, notifications, match } = setUp({ permission: 'default', answer: 'granted' })
    match()
    expect([browser.asked, browser.shown, notifications.getState()]).toEqual([0, [], 'off'])
    await notifications.turnOn()
    expect([browser.asked, notifications.getState()]).toEqual([1, 'on'])
    notifications.turnOff()
    expect(notifications.getState()).toBe('off')
  })

  it('tells that the browser denies them, until the member has allowed them there', async () => {
    const { browser, notifications, look } = setUp({ permission: 'default', answer: 'denied' })
    await notifications.turnOn()
    expect(notifications.getState()).toBe('denied')
    browser.permission = 'granted'
    look('visible')
    expect(notifications.getState()).toBe('off')
  })
})
