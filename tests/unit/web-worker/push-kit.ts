import { type PushSubscriptionRequest, pushSubscriptionRequest } from '#schema/push.ts'
import type {
  NotificationPress,
  Page,
  PushMessage,
  PushScope,
  SubscriptionChange,
} from '#web/worker/push-scope.ts'

export const CHAT = '01999999-0000-7000-8000-0000000000c1'
const P256DH = `B${'A'.repeat(86)}`
const AUTH = 'A'.repeat(22)

/** The data of a notification that is pressed. */
export type Press = unknown

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
  subscribed?: boolean
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
}

type Listener = PushMessage & NotificationPress & SubscriptionChange
type Answer = Pick<Response, 'ok' | 'status' | 'json'>
const answer = (status: number, body: unknown): Answer => ({ ok: status === 200, status, json: async () => body })

/** A service worker beside these pages and this server. */
export function aScope({ pages = [], status = 200, publicKey = 'BKey', subscribed = false }: Options = {}) {
  let time = 1_000_000
  const listeners = new Map<string, (event: Listener) => void>()
  const shown: ShownNotification[] = []
  const sounds: unknown[] = []
  const [front, asked, opened]: [number[], unknown[], string[]] = [[], [], []]
  const registered: PushSubscriptionRequest[] = []
  const end = async () => {
    current = null
    return true
  }
  let current = subscribed ? aSubscription('https://push.example/before', 'BKey', end) : null
  const clients: Page[] = pages.map(({ isVisible, answers, cannotNavigate }, index) => ({
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
  }))
  const scope = {
    registration: {
      async showNotification(title: string, options: NotificationOptions & { renotify: boolean }) {
        const tag = options.tag ?? ''
        const before = shown.findIndex((one) => one.tag === tag)
        if (before >= 0) shown.splice(before, 1)
        shown.push({ title, tag, data: options.data })
        sounds.push(options.renotify)
      },
      getNotifications: async ({ tag }: GetNotificationOptions) => shown.filter((one) => one.tag === tag),
      pushManager: {
        getSubscription: async () => current,
        async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
          current = aSubscription(`https://push.example/${applicationServerKey}`, 'BKey', end)
          return current
        },
      },
    },
    clients: { matchAll: async () => clients, openWindow: async (address: string) => opened.push(address) },
    async fetch(_: string, { method, body }: RequestInit) {
      if (method === 'POST') registered.push(pushSubscriptionRequest.parse(JSON.parse(String(body))))
      return answer(status, { publicKey })
    },
    addEventListener: (name: string, listener: (event: Listener) => void) => void listeners.set(name, listener),
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
    front,
    asked,
    opened,
    registered,
    now: () => time,
    advance(by: number) {
      time += by
    },
    isSubscribed: () => current !== null,
    push: (payload: unknown) =>
      dispatch('push', {
        data: { json: () => (payload === 'not JSON' ? JSON.parse(payload) : payload) },
      }),
    async press(data: Press) {
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
