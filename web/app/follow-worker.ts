import { savesData } from '../data/saves-data.ts'
import type { SessionStore } from '../state/session/session.ts'
import type { WorkerMessage } from '../worker/worker-messages.ts'
import { followLaunches } from './follow-launches.ts'

/** Milliseconds between two questions whether there is a new version. */
const ASK_EVERY = 10 * 60_000

interface FollowWorkerDeps {
  /** Has an active worker. */
  registration: ServiceWorkerRegistration
  window: Window
  session: Pick<SessionStore, 'getState' | 'subscribe'>
  /** The version of this page: the path of its first script. */
  version: string
}

/**
 * Follows the service worker: lets it keep the app for a member, looks for new versions, and offers a reload when one is
 * ready. An open page keeps its version until then.
 */
export function followWorker({ registration, window, session, version }: FollowWorkerDeps): void {
  const { navigator, document } = window
  let isOffered = false
  /** The worker that was told to keep the app. */
  let keeper: ServiceWorker | null = null

  function keepApp() {
    const { active } = registration
    if (session.getState().status !== 'member' || !active || active === keeper) return
    keeper = active
    tell(active, { type: 'keep-app', frugal: savesData(navigator) })
  }

  async function onInstalled(worker: ServiceWorker) {
    if ((await versionOf(worker)) === version) tell(worker, { type: 'take-over' })
    else if (!isOffered) {
      isOffered = true
      const { showUpdateNotice } = await import('./update-notice.tsx')
      showUpdateNotice(document, () => window.location.reload())
    }
  }

  function follow(worker: ServiceWorker | null) {
    worker?.addEventListener('statechange', () => worker.state === 'installed' && void onInstalled(worker))
  }

  let askedAt = window.performance.now()
  function ask() {
    if (document.visibilityState === 'hidden') return
    // Another page may have been open before, for which the worker waits.
    if (registration.waiting) void onInstalled(registration.waiting)
    const now = window.performance.now()
    if (now - askedAt < ASK_EVERY) return
    askedAt = now
    // Without a connection, the next look asks again.
    registration.update().catch(() => undefined)
  }

  followLaunches(window)
  keepApp()
  session.subscribe(keepApp)
  // A worker in the language of the account replaces the one in the language of the browser.
  navigator.serviceWorker.addEventListener('controllerchange', keepApp)
  if (registration.waiting) void onInstalled(registration.waiting)
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
  document.addEventListener('visibilitychange', ask)
  window.setInterval(ask, ASK_EVERY)
}

const tell = (worker: ServiceWorker, message: WorkerMessage) => worker.postMessage(message)

function versionOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
    const question: WorkerMessage = { type: 'version' }
    worker.postMessage(question, [port2])
  })
}
