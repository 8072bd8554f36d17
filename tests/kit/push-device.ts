import type { CDPSession, Worker } from '@playwright/test'
import type { PushSubscriptionRequest } from '#schema/push.ts'
import { expect, type Visitor } from './browser.ts'
import type { PushService } from './push-service.ts'

interface Kept extends PushSubscriptionRequest {
  key: string
}

/** A browser that gets push messages. Chromium delivers what the test's push service has decrypted. */
export interface PushDevice extends Visitor {
  /** The address at which it is subscribed. */
  endpoint(): string | null
  /** Makes its subscription one with an earlier key of the server. */
  ageKey(): void
  /** Delivers the next message that the push service has for this browser. Returns its title. */
  receive(): Promise<string>
  /** The titles of the notifications on screen. */
  shown(): Promise<string[]>
  /** Presses the notification on screen. */
  press(): Promise<void>
}

/**
 * Lets a browser show notifications. Chromium without a push service of Google cannot subscribe, so the push service of
 * the test stands in for the two methods that speak with it.
 */
export async function makePushDevice(visitor: Visitor, service: PushService): Promise<PushDevice> {
  const { context, page } = visitor
  let kept: Kept | null = null
  await context.grantPermissions(['notifications'])
  await context.exposeFunction('atPushService', (action: 'read' | 'end' | 'begin', key = '') => {
    if (kept && action !== 'read') service.forget(kept.endpoint)
    if (action === 'end') kept = null
    if (action === 'begin') kept = { ...service.subscribe(), key }
    return kept
  })
  await context.addInitScript(standIn)
  const devtools = await context.newCDPSession(page)
  const worker = async () => context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  return {
    ...visitor,
    endpoint: () => kept?.endpoint ?? null,
    ageKey() {
      if (kept) kept.key = 'BEarlierKey'
    },
    async receive() {
      const isOwn = ({ endpoint }: { endpoint: string }) => endpoint === kept?.endpoint
      await expect.poll(() => service.received.some(isOwn)).toBe(true)
      const [push] = service.received.splice(service.received.findIndex(isOwn), 1)
      const data = JSON.stringify(push?.payload)
      await deliver(devtools, new URL(page.url()).origin, data)
      return push?.payload.title ?? ''
    },
    shown: async () => titlesOf(await worker()),
    press: async () => pressIn(await worker()),
  }
}

/** Replaces the methods that speak with a push service. Runs in the page. */
function standIn() {
  type Action = 'read' | 'end' | 'begin'
  interface Subscribed extends Record<'endpoint' | 'p256dh' | 'auth' | 'key', string> {}
  const ask: (action: Action, key?: string) => Promise<Subscribed | null> = (...action) =>
    Reflect.get(window, 'atPushService')(...action)
  const bytesOf = (key: string) =>
    Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0)).buffer
  const wrap = (kept: Subscribed | null) =>
    kept && {
      endpoint: kept.endpoint,
      options: { applicationServerKey: bytesOf(kept.key) },
      toJSON: () => ({ endpoint: kept.endpoint, keys: { p256dh: kept.p256dh, auth: kept.auth } }),
      unsubscribe: () => ask('end').then(() => true),
    }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => wrap(await ask('read')),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
      wrap(await ask('begin', applicationServerKey)),
  })
}

async function deliver(devtools: CDPSession, origin: string, data: string) {
  const found = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const registration = registrations.find(({ isDeleted }) => !isDeleted)
    if (registration) found.resolve(registration.registrationId)
  })
  await devtools.send('ServiceWorker.disable')
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await found.promise,
    data,
  })
}

const titlesOf = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title }) => title)
  })

/** Headless Chromium shows no notification that could be pressed: the worker gets the event of a press. */
const pressIn = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    if (!notification) throw new Error('no notification is on screen')
    const PressEvent = Reflect.get(globalThis, 'NotificationEvent')
    dispatchEvent(new PressEvent('notificationclick', { notification }))
  })
