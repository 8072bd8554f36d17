import { PRODUCT } from '#schema/product.ts'
import { loadEvents } from '../../data/contract.ts'
import { createStore, type Store } from '../store.ts'
import { createEventDelivery, type EventDelivery } from './event-delivery.ts'
import { readStream, type StreamEvent, type Wake } from './stream-reader.ts'
import { createStreamTabs, type StreamTabs } from './stream-tabs.ts'

export interface LiveStream extends Pick<EventDelivery, 'on' | 'onReconnect'> {
  open(userId: string): void
  close(): void
  /** False from a failed attempt to connect until the next success. A connection that breaks stays true at first. */
  readonly connected: Store<boolean>
  /**
   * The page, the computer or the network woke up. Connects now instead of after the pause, and replaces a connection
   * without recent data, or any connection if it is doubtful.
   */
  wake(wake?: Wake): void
}

interface LiveStreamDeps {
  fetch: typeof fetch
  token(): string | null
  /** Decides what a refusal with 401 or 403 means. */
  onRefused(): Promise<'again' | 'over'>
  /** Null if the browser lacks locks or channels. Every tab reads its own stream then. */
  tabs: { locks: LockManager; channel(): BroadcastChannel } | null
  /** Resolves when the page may show events. Defaults to at once. */
  untilFrame?(): Promise<void>
}

/**
 * Creates the live connection of a browser. The tab that holds the lock reads the stream and forwards every event to
 * the others. When it closes, the next tab resumes after the last event that all have received.
 */
export function createLiveStream(deps: LiveStreamDeps): LiveStream {
  let current: {
    userId: string
    stop: AbortController
    channel: BroadcastChannel | null
    isReader: boolean
  } | null = null
  const connected = createStore(true)
  const wakeListeners = new Set<(wake: Wake) => void>()
  const delivery = createEventDelivery({
    isCurrent: (userId) => current?.userId === userId,
    ...(deps.untilFrame && { untilFrame: deps.untilFrame }),
  })

  function onWake(listener: (wake: Wake) => void) {
    wakeListeners.add(listener)
    return () => void wakeListeners.delete(listener)
  }

  async function read(userId: string, tabs: StreamTabs, signal: AbortSignal) {
    if (current && !signal.aborted) current.isReader = true
    const { fetch, token, onRefused } = deps
    const reader = {
      fetch,
      token,
      onRefused,
      prepare: loadEvents,
      onWake,
      lastId: () => delivery.lastId(userId),
      onConnected: (isConnected: boolean) => !signal.aborted && tabs.setConnected(isConnected),
      onEvent(event: StreamEvent) {
        if (signal.aborted) return
        tabs.forward(event)
        delivery.receive(userId, event)
      },
    }
    await readStream(reader, userId, signal)
  }

  function close() {
    current?.stop.abort()
    current?.channel?.close()
    current = null
  }

  return {
    close,
    connected,
    on: delivery.on,
    onReconnect: delivery.onReconnect,
    wake(wake = { doubtful: false }) {
      for (const listener of [...wakeListeners]) listener(wake)
    },
    open(userId) {
      if (current?.userId === userId) return
      close()
      const stop = new AbortController()
      const channel = deps.tabs?.channel() ?? null
      current = { userId, stop, channel, isReader: false }
      const isReader = () => current?.isReader ?? false
      const tabs = createStreamTabs({ channel, userId, connected, delivery, isReader })
      const readHere = () => read(userId, tabs, stop.signal)
      if (!deps.tabs) return void readHere()
      tabs.listen()
      // Aborting the wait for the lock removes a closed tab from the queue.
      deps.tabs.locks
        .request(`${PRODUCT.slug}-stream-${userId}`, { signal: stop.signal }, readHere)
        // A browser that blocks site data refuses locks too: each tab reads its own stream then.
        .catch(() => (stop.signal.aborted || isReader() ? undefined : readHere()))
    },
  }
}
