import type { PushState, PushSubscriptionRequest } from '#schema/push.ts'
import type { Api } from '#web/data/api.ts'
import { createSafeStorage } from '#web/data/safe-storage.ts'
import { createPushDevice } from '#web/state/push/push-device.ts'
import type { PushWindow } from '#web/state/push/push-support.ts'
import { ME } from './kit.ts'

const bytesOf = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url')).buffer
const KEYS = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }

interface Browser {
  permission?: NotificationPermission
  /** What the member answers when the browser asks. */
  answer?: NotificationPermission
  /** A private window has no service worker, or refuses. */
  isPrivate?: boolean
}

/** Values last as long as the test. */
export const aStorage = () =>
  createSafeStorage(() => {
    throw new Error('no storage')
  })

/** A browser, and a server with this key. */
export function aPushBrowser({ permission = 'default', answer = 'granted', isPrivate }: Browser = {}) {
  const browser = { permission, asked: 0, subscriptions: 0, closed: 0 }
  const server = { publicKey: 'BOne', devices: [] as string[], calls: [] as string[] }
  let subscription: { endpoint: string; key: string } | null = null
  const describe = (own: { endpoint: string; key: string }) => ({
    endpoint: own.endpoint,
    options: { applicationServerKey: bytesOf(own.key) },
    toJSON: () => ({ endpoint: own.endpoint, keys: KEYS }),
    async unsubscribe() {
      if (subscription === own) subscription = null
      return true
    },
  })
  const registration = {
    getNotifications: async () => [{ close: () => (browser.closed += 1) }],
    pushManager: {
      getSubscription: async () => subscription && describe(subscription),
      async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
        if (isPrivate) throw new DOMException('not here', 'AbortError')
        browser.subscriptions += 1
        subscription = {
          endpoint: `https://push.example/${browser.subscriptions}`,
          key: String(applicationServerKey),
        }
        return describe(subscription)
      },
    },
  }
  const window = {
    Notification: {
      get permission() {
        return browser.permission
      },
      async requestPermission() {
        browser.asked += 1
        browser.permission = answer
        return answer
      },
    },
    PushManager: class {},
    navigator: {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
      maxTouchPoints: 0,
      serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
    },
  } as unknown as PushWindow
  const storage = aStorage()
  const api = { call: answerOf(server) } as unknown as Api
  return {
    window,
    browser,
    server,
    storage,
    device: createPushDevice({ window, api, storage, userId: ME }),
    endpoint: () => subscription?.endpoint ?? null,
    loseSubscription() {
      subscription = null
    },
  }
}

/** A server whose devices are named by their addresses. */
function answerOf(server: { publicKey: string; devices: string[]; calls: string[] }) {
  return async (
    name: string,
    { body, params }: { body?: PushSubscriptionRequest; params?: { id: string } },
  ) => {
    server.calls.push(name)
    if (body) server.devices = [body.endpoint]
    if (params) server.devices = server.devices.filter((id) => id !== params.id)
    const devices = server.devices.map((id) => ({ id, current: true }))
    return { data: { publicKey: server.publicKey, devices } as unknown as PushState }
  }
}
