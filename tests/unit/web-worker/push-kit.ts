import { type PushSubscriptionRequest, pushSubscriptionRequest } from '#schema/push.ts'
import type {
  NotificationPress,
  Page,
  PushMessage,
  PushScope,
  SubscriptionChange,
} from '#web/worker/push-scope.ts'

/** A message that is no JSON. */
export const NOT_JSON = 'not JSON'
export const CHAT = '01999999-0000-7000-8000-0000000000c1'
const P256DH = `B${'A'.repeat(86)}`
const AUTH = 'A'.repeat(22)

interface APage {
  isVisible?: boolean
  /** Whether it opens what it is asked to. */
  answers?: boolean
  cannotNavigate?: boolean
}

interface Options {
  pages?: APage[]
  /** What the server answers. */
  status?: number
  publicKey?: string | null
  /** The conversations with unread messages. */
  unread?: string[]
  subscribed?: boolean
  /** The browser refuses a badge. */
  notInstalled?: boolean
}

const bytesOf = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url')).buffer

export const aSubscription = (endpoint: string, key: string, unsubscribe = async () => true) =>
  ({
    endpoint,
    options: { applicationServerKey: bytesOf(key), userVisibleOnly: true },
    toJSON: () => ({ endpoint, keys: { p256dh: P256DH, auth: AUTH } }),
    unsubscribe,
  }) as unknown as PushSubscription

interface ShownNotification {
  title: string
  tag: string
  data: unknown
  close(): void
}

type Listener = PushMessage & NotificationPress & SubscriptionChange
type Answer = Pick<Response, 'ok' | 'status' | 'json'>
const answer = (status: number, body: unknown): Answer => ({
  ok: status === 200,
  status,
  json: async () => body,
})

/** The notifications on screen, by their tags. */
function aScreen() {
  const shown: ShownNotification[] = []
  const sounds: unknown[] = []
  const remove = (tag: string) => {
    const index = shown.findIndex((one) => one.tag === tag)
    if (index >= 0) shown.splice(index, 1)
  }
  return {
    shown,
    sounds,
    async showNotification(title: string, options: NotificationOptions & { renotify: boolean }) {
      const { tag = '', data, renotify } = options
      remove(tag)
      shown.push({ title, tag, data, close: () => remove(tag) })
      sounds.push(renotify)
    },
    getNotifications: async ({ tag }: GetNotificationOptions = {}) =>
      shown.filter((one) => tag === undefined || one.tag === tag),
  }
}

/** The subscription of the browser. */
function aPushManager(subscribed: boolean) {
  const end = async () => {
    current = null
    return true
  }
  let current = subscribed ? aSubscription('https://push.example/before', 'BKey', end) : null
  return {
    getSubscription: async () => current,
    async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
      current = aSubscription(`https://push.example/${applicationServerKey}`, 'BKey', end)
      return current
    },
  }
}

/** Records which pages came to the front, what they were asked, and which addresses were opened. */
function theseClients(pages: readonly APage[]) {
  const [front, asked, opened]: [number[], unknown[], string[]] = [[], [], []]
  const clients = pages.map(
    ({ isVisible, answers, cannotNavigate }, index): Page => ({
      visibilityState: isVisible ? 'visible' : 'hidden',
      focus: async () => front.push(index),
      async navigate(address) {
        if (cannotNavigate) throw new TypeError('not controlled')
        opened.push(`page ${index}: ${address}`)
      },
      postMessage(message, [port]) {
        asked.push(message)
        if (answers && port instanceof MessagePort) port.postMessage(true)
      },
    }),
  )
  const openWindow = async (address: string) => opened.push(address)
  return { front, asked, opened, clients: { matchAll: async () => clients, openWindow } }
}

/** A service worker beside these pages and this server. */
export function aScope({ pages = [], subscribed = false, ...server }: Options = {}) {
  let time = 1_000_000
  const listeners = new Map<string, (event: Listener) => void>()
  const registered: PushSubscriptionRequest[] = []
  const { shown, sounds, ...screen } = aScreen()
  const badges: number[] = []
  const pushManager = aPushManager(subscribed)
  const { clients, ...seen } = theseClients(pages)
  const scope = {
    registration: { ...screen, pushManager },
    clients,
    navigator: {
      async setAppBadge(count: number) {
        badges.push(count)
        if (server.notInstalled) throw new DOMException('not installed')
      },
    },
    async fetch(address: string, { method, body }: RequestInit) {
      if (method === 'POST') registered.push(pushSubscriptionRequest.parse(JSON.parse(String(body))))
      const unreadCount = server.unread?.some((id) => address.endsWith(id)) ? 1 : 0
      return answer(server.status ?? 200, { publicKey: server.publicKey ?? null, unreadCount })
    },
    addEventListener: (name: string, listener: (event: Listener) => void) =>
      void listeners.set(name, listener),
  } as unknown as PushScope

  /** Dispatches an event and waits for its work. */
  async function dispatch(name: string, event: object) {
    let work: Promise<unknown> = Promise.resolve()
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise
    }
    listeners.get(name)?.({ ...event, waitUntil } as Listener)
    await work
  }

  return {
    scope,
    shown,
    sounds,
    badges,
    registered,
    ...seen,
    now: () => time,
    advance(by: number) {
      time += by
    },
    isSubscribed: async () => (await pushManager.getSubscription()) !== null,
    push: (payload: unknown) =>
      dispatch('push', { data: { json: () => (payload === NOT_JSON ? JSON.parse(NOT_JSON) : payload) } }),
    async press(data: unknown) {
      let wasClosed = false
      const close = () => {
        wasClosed = true
      }
      await dispatch('notificationclick', { notification: { data, close } })
      return wasClosed
    },
    change: (newSubscription: PushSubscription | null) =>
      dispatch('pushsubscriptionchange', { newSubscription }),
  }
}
