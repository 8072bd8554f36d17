import type { EventData, LIVE_EVENTS, LiveEventName } from '#schema/events.ts'
import { PRODUCT } from '#schema/product.ts'
import { loadEvents } from '../data/contract.ts'
import { readStream, type StreamEvent } from './stream-reader.ts'

export interface LiveStream {
  open(userId: string): void
  close(): void
  /** `id` is the event's own in the person's log; null for what the log does not keep. */
  on<Name extends LiveEventName>(
    name: Name,
    listener: (data: EventData<Name>, id: string | null) => void,
  ): () => void
}

interface LiveStreamDeps {
  fetch: typeof fetch
  token(): string | null
  /** The stream was refused for good: the session has ended. */
  onUnauthorized(): void
  /** Null where the browser lacks either: then every tab holds a stream of its own. */
  tabs: { locks: LockManager; channel(): BroadcastChannel } | null
}

/** What tabs say to one another: an event of the stream, or a newcomer's question how far it has come. */
type Said = { userId: string; passed: StreamEvent } | { userId: string; asks: true }

const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'userId' in value && ('passed' in value || 'asks' in value)

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
  /** One after the other, though the first waits until the events' models are here. */
  let told: Promise<void> = Promise.resolve()

  const lastId = (userId: string) => (seen?.userId === userId ? seen.id : null)

  function receive(userId: string, passed: StreamEvent) {
    // What a page fetched before its stream began may lack what happened in between.
    const begins = passed.event === 'ready' && lastId(userId) === null
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
    if (current?.userId !== userId || !isKnown(event, models)) return
    const parsed = models[event].safeParse(asJson(data))
    if (!parsed.success) return
    for (const listener of listeners.get(event) ?? []) listener(parsed.data as never, id)
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

  function listen(channel: BroadcastChannel, userId: string) {
    channel.addEventListener('message', ({ data }) => {
      if (!isSaid(data) || data.userId !== userId) return
      if ('passed' in data) return receive(userId, data.passed)
      // Only the tab that reads answers: what it says is in step with the events it passes on.
      const id = current?.leads ? lastId(userId) : null
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
