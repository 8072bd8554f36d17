import type { EventData, LIVE_EVENTS, LiveEventName } from '#schema/events.ts'
import { PRODUCT } from '#schema/product.ts'
import { loadEvents } from '../../data/contract.ts'
import { createStore, type Store } from '../store.ts'
import { readStream, type StreamEvent, type Wake } from './stream-reader.ts'

export interface LiveStream {
  open(userId: string): void
  close(): void
  /** False once an attempt to connect has failed, until one succeeds; a connection that only breaks is tried again first. */
  readonly connected: Store<boolean>
  /** Calls the listener after every reconnection. Returns a function that stops listening. */
  onReconnect(listener: () => void): () => void
  /**
   * The page, the computer or the network woke up: connects now instead of after the pause, and replaces a connection
   * that has gone quiet, or any connection if it is doubtful.
   */
  wake(wake?: Wake): void
  /** `id` is the event's own in the person's log; null for what the log does not keep. */
  on<Name extends LiveEventName>(
    name: Name,
    listener: (data: EventData<Name>, id: string | null) => void,
  ): () => void
}

interface LiveStreamDeps {
  fetch: typeof fetch
  token(): string | null
  /** Decides what a refusal with 401 means. */
  onUnauthorized(): Promise<'again' | 'over'>
  /** Null where the browser lacks either: then every tab holds a stream of its own. */
  tabs: { locks: LockManager; channel(): BroadcastChannel } | null
}

/** What tabs say to one another: an event of the stream, whether it is connected, or a new tab's question for both. */
type Said =
  | { userId: string; passed: StreamEvent }
  | { userId: string; connected: boolean }
  | { userId: string; asks: true }

const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  ('passed' in value || 'connected' in value || 'asks' in value)

/**
 * The one live connection of a browser: the tab that holds the lock reads the stream and passes every event on to the
 * others; when it closes, the next one goes on after the last id that all have seen.
 */
export function createLiveStream(deps: LiveStreamDeps): LiveStream {
  const listeners = new Map<LiveEventName, Set<(data: never, id: string | null) => void>>()
  let current: {
    userId: string
    stop: AbortController
    channel: BroadcastChannel | null
    leads: boolean
  } | null = null
  /** How far this tab has come. It outlasts a close: a page that comes back goes on from there. */
  let seen: { userId: string; id: string } | null = null
  /** The member whose stream has been ready once. An event that came before that is no place to go on from. */
  let begunFor: string | null = null
  const connected = createStore(true)
  const reconnectListeners = new Set<() => void>()
  const wakeListeners = new Set<(wake: Wake) => void>()
  /** One after the other, though the first waits until the events' models are here. */
  let told: Promise<void> = Promise.resolve()

  const lastId = (userId: string) => (seen?.userId === userId ? seen.id : null)

  function receive(userId: string, passed: StreamEvent) {
    // What a page fetched before its stream began may lack what happened in between.
    const begins = passed.event === 'ready' && begunFor !== userId
    if (passed.event === 'ready') begunFor = userId
    if (passed.id) seen = { userId, id: passed.id }
    told = told
      .then(() => tell(userId, begins ? { id: passed.id, event: 'resync', data: '{}' } : passed))
      // A listener that fails keeps nothing from those after it.
      .catch((error: unknown) =>
        queueMicrotask(() => {
          throw error
        }),
      )
  }

  async function tell(userId: string, { id, event, data }: StreamEvent) {
    const { LIVE_EVENTS: models } = await loadEvents()
    if (current?.userId !== userId) return
    // The server sends it once per connection, after what it replays.
    if (event === 'ready') for (const listener of reconnectListeners) listener()
    if (!isKnown(event, models)) return
    const parsed = models[event].safeParse(asJson(data))
    if (!parsed.success) return
    for (const listener of listeners.get(event) ?? []) listener(parsed.data as never, id)
  }

  function setConnected(userId: string, channel: BroadcastChannel | null, isConnected: boolean) {
    connected.setState(isConnected)
    channel?.postMessage({ userId, connected: isConnected } satisfies Said)
  }

  async function hold(userId: string, channel: BroadcastChannel | null, signal: AbortSignal) {
    if (current && !signal.aborted) current.leads = true
    await readStream(
      {
        fetch: deps.fetch,
        prepare: loadEvents,
        token: deps.token,
        onUnauthorized: deps.onUnauthorized,
        lastId: () => lastId(userId),
        onWake,
        onConnected(isConnected) {
          if (!signal.aborted) setConnected(userId, channel, isConnected)
        },
        onEvent(passed) {
          if (signal.aborted) return
          channel?.postMessage({ userId, passed } satisfies Said)
          receive(userId, passed)
        },
      },
      userId,
      signal,
    )
  }

  function onWake(listener: (wake: Wake) => void) {
    wakeListeners.add(listener)
    return () => void wakeListeners.delete(listener)
  }

  function listen(channel: BroadcastChannel, userId: string) {
    channel.addEventListener('message', ({ data }) => {
      if (!isSaid(data) || data.userId !== userId) return
      if ('passed' in data) return receive(userId, data.passed)
      if ('connected' in data) return connected.setState(data.connected)
      // Only the tab that reads answers: what it says is in step with the events it passes on.
      if (!current?.leads) return
      setConnected(userId, channel, connected.getState())
      const id = lastId(userId)
      if (!id) return
      const passed: StreamEvent = { id, event: 'ready', data: '{}' }
      channel.postMessage({ userId, passed } satisfies Said)
    })
    channel.postMessage({ userId, asks: true } satisfies Said)
  }

  function close() {
    current?.stop.abort()
    current?.channel?.close()
    current = null
  }

  return {
    close,
    connected,
    wake(wake = { doubtful: false }) {
      for (const listener of [...wakeListeners]) listener(wake)
    },
    onReconnect(listener) {
      reconnectListeners.add(listener)
      return () => void reconnectListeners.delete(listener)
    },

    open(userId) {
      if (current?.userId === userId) return
      close()
      const stop = new AbortController()
      const channel = deps.tabs?.channel() ?? null
      current = { userId, stop, channel, leads: false }
      if (!deps.tabs || !channel) {
        void hold(userId, null, stop.signal)
        return
      }
      listen(channel, userId)
      // An aborted wait for the lock is how a tab that closes its stream leaves the queue.
      deps.tabs.locks
        .request(`${PRODUCT.slug}-stream-${userId}`, { signal: stop.signal }, () =>
          hold(userId, channel, stop.signal),
        )
        .catch(() => undefined)
    },

    on(name, listener) {
      const own = listeners.get(name) ?? new Set()
      own.add(listener as (data: never, id: string | null) => void)
      listeners.set(name, own)
      return () => own.delete(listener as (data: never, id: string | null) => void)
    },
  }
}

const isKnown = (event: string, models: typeof LIVE_EVENTS): event is LiveEventName =>
  Object.hasOwn(models, event)

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
