import { UNSENT, UNSENT_SYNC } from '../data/unsent-stores.ts'
import { createWhileAlone } from '../state/chat/while-alone.ts'
import { createUnsentDatabase } from '../state/unsent/unsent-database.ts'
import { sendUnsent } from './send-unsent.ts'

/** The browser fires it once there is a network, also while the app is closed. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Sends what waits in the outbox, where the browser has Background Sync. */
export function addUnsentSync(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event: Event) => {
    if (isSync(event) && event.tag === UNSENT_SYNC) event.waitUntil(send(scope))
  })
}

async function send(scope: ServiceWorkerGlobalScope) {
  const database = createUnsentDatabase()
  const channel = new BroadcastChannel(UNSENT.database)
  try {
    await sendUnsent({
      database,
      fetch: scope.fetch.bind(scope),
      whileAlone: createWhileAlone(scope.navigator.locks),
      announce: (userId) => channel.postMessage({ messages: true, userId }),
      now: Date.now,
    })
  } finally {
    channel.close()
    database.close()
  }
}

const isSync = (event: Event): event is SyncEvent => 'tag' in event && 'waitUntil' in event
