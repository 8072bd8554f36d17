import { PRODUCT } from '#schema/product.ts'
import type { WritableStore } from '../store.ts'
import type { EventDelivery } from './event-delivery.ts'
import { createLeaderWatch } from './leader-watch.ts'
import { createLeadership } from './stream-leadership.ts'
import { createStreamTabs, type StreamTabs } from './stream-tabs.ts'

interface SharedStreamDeps {
  locks: LockManager
  channel: BroadcastChannel
  userId: string
  connected: WritableStore<boolean>
  delivery: Pick<EventDelivery, 'receive' | 'lastId'>
  /** Ends the part of this tab. */
  signal: AbortSignal
  /** Reads the stream and passes it to the other tabs, until the signal aborts. */
  read(tabs: StreamTabs, signal: AbortSignal): Promise<void>
  /** Another tab woke up. Called in the tab that reads the stream. */
  onPing(): void
}

/**
 * Lets one tab of the browser read a member's stream for all of them. A tab that hears nothing from it takes over.
 * Returns a function that checks the reading tab, for a page that wakes up.
 */
export function shareStream({ locks, signal, read, ...deps }: SharedStreamDeps): () => void {
  const isReader = () => leadership.isLeader()
  const tabs = createStreamTabs({ ...deps, isReader, onSign: () => isReader() || watch.heard() })
  const watch = createLeaderWatch({
    ask: tabs.ping,
    onSilence() {
      deps.connected.setState(false)
      leadership.takeOver()
    },
  })
  function follow() {
    watch.heard()
    tabs.ask()
  }
  const leadership = createLeadership({
    locks,
    name: `${PRODUCT.slug}-stream-${deps.userId}`,
    signal,
    onLost: follow,
    lead(ended) {
      watch.stop()
      tabs.beat()
      return read(tabs, ended)
    },
  })
  signal.addEventListener('abort', watch.stop)
  tabs.listen()
  follow()
  return () => isReader() || watch.check()
}
