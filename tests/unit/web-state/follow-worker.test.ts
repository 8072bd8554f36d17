import { describe, expect, it, vi } from 'vitest'
import { followWorker } from '#web/app/follow-worker.ts'
import type { WorkerMessage } from '#web/worker/worker-messages.ts'

/** Opens a page while a worker of a version waits. Returns the messages to the worker. */
function openBesideWaiting(version: string) {
  const told: WorkerMessage['type'][] = []
  const waiting = {
    postMessage(message: WorkerMessage, ports: MessagePort[] = []) {
      told.push(message.type)
      for (const port of ports) port.postMessage(version)
    },
  }
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const registration = Object.assign(new EventTarget(), { waiting, installing: null, active: null })
  const window = {
    navigator: { serviceWorker: new EventTarget() },
    document,
    performance,
    setInterval: () => 0,
  }
  followWorker({
    registration: registration as unknown as ServiceWorkerRegistration,
    window: window as unknown as Window,
    session: { getState: () => ({ status: 'guest' }), subscribe: () => () => undefined } as never,
    version: 'this page',
  })
  const look = () => document.dispatchEvent(new Event('visibilitychange'))
  return { told, look }
}

describe('a page beside a worker that waits', () => {
  // covers: beyond-deployment-under-open-page
  it('lets a worker of its version take over, again at each look', async () => {
    const { told, look } = openBesideWaiting('this page')
    await vi.waitFor(() => expect(told).toEqual(['version', 'take-over']))
    // The worker waits while another page is open.
    look()
    await vi.waitFor(() => expect(told).toEqual(['version', 'take-over', 'version', 'take-over']))
  })
})

describe('a page of a member', () => {
  // covers: beyond-offline-start-language
  it('tells each worker that takes over to keep the app, once', () => {
    const aWorker = () => ({ postMessage: vi.fn<(message: WorkerMessage) => void>() })
    const [first, second] = [aWorker(), aWorker()]
    const serviceWorker = new EventTarget()
    const registration = Object.assign(new EventTarget(), { waiting: null, installing: null, active: first })
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    followWorker({
      registration: registration as unknown as ServiceWorkerRegistration,
      window: {
        navigator: { serviceWorker },
        document,
        performance,
        setInterval: () => 0,
      } as unknown as Window,
      session: { getState: () => ({ status: 'member' }), subscribe: () => () => undefined } as never,
      version: 'this page',
    })
    serviceWorker.dispatchEvent(new Event('controllerchange'))
    registration.active = second
    for (let times = 0; times < 2; times += 1) serviceWorker.dispatchEvent(new Event('controllerchange'))
    for (const { postMessage } of [first, second])
      expect(postMessage.mock.calls).toEqual([[{ type: 'keep-app', frugal: false }]])
  })
})
