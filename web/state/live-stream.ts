import { createParser } from 'eventsource-parser'
import type { LiveEvent, LiveEventName } from '#schema/events.ts'
import { TIMING } from '#schema/limits.ts'
import { loadEvents } from '../data/contract.ts'

export interface LiveStream {
  open(userId: string): void
  close(): void
  on<Name extends LiveEventName>(name: Name, listener: (data: EventData<Name>) => void): () => void
}
type EventData<Name extends LiveEventName> = Extract<LiveEvent, { event: Name }>['data']

interface LiveStreamDeps {
  fetch: typeof fetch
  url(path: string): string
  token(): string | null
  /** The stream was refused for good: the session has ended. */
  onUnauthorized(): void
  /** Both null where the browser lacks them: then every tab holds a stream of its own. */
  locks: LockManager | null
  channel: BroadcastChannel | null
}

/** What one tab passes on to the others. */
interface Passed {
  userId: string
  id: string | null
  event: string
  data: string
}

const isPassed = (value: unknown): value is Passed =>
  typeof value === 'object' && value !== null && 'userId' in value && 'event' in value && 'data' in value

/**
 * The one live connection of a browser: the tab that holds the lock reads the stream and passes every event on to the
 * others; when it closes, the next one goes on after the last id that all have seen.
 */
export function createLiveStream(deps: LiveStreamDeps): LiveStream {
  const listeners = new Map<LiveEventName, Set<(data: never) => void>>()
  let current: { userId: string; stop: AbortController } | null = null
  let lastId: string | null = null

  async function tell({ id, event, data }: Passed) {
    if (id) lastId = id
    const { LIVE_EVENTS } = await loadEvents()
    if (!(event in LIVE_EVENTS)) return
    const name = event as LiveEventName
    const parsed = LIVE_EVENTS[name].safeParse(JSON.parse(data))
    if (!parsed.success) return
    for (const listener of listeners.get(name) ?? []) listener(parsed.data as never)
  }

  async function read(userId: string, signal: AbortSignal): Promise<'again' | 'over'> {
    const query = lastId ? `?lastEventId=${encodeURIComponent(lastId)}` : ''
    const response = await deps.fetch(deps.url(`/subscribe/${userId}${query}`), {
      signal,
      credentials: 'include',
      headers: { Authorization: `Bearer ${deps.token() ?? ''}`, Accept: 'text/event-stream' },
    })
    if (response.status === 401) {
      deps.onUnauthorized()
      return 'over'
    }
    if (!response.ok || !response.body) return 'again'
    const parser = createParser({
      onEvent({ id, event, data }) {
        const passed: Passed = { userId, id: id ?? null, event: event ?? 'message', data }
        deps.channel?.postMessage(passed)
        void tell(passed)
      },
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'again'
      parser.feed(value)
    }
  }

  async function hold(userId: string, signal: AbortSignal) {
    while (!signal.aborted) {
      const next = await read(userId, signal).catch(() => 'again' as const)
      if (next === 'over') return
      await pause(TIMING.streamReconnect, signal)
    }
  }

  function stop() {
    current?.stop.abort()
    current = null
    lastId = null
  }

  deps.channel?.addEventListener('message', ({ data }) => {
    if (isPassed(data) && data.userId === current?.userId) void tell(data)
  })

  return {
    open(userId) {
      if (current?.userId === userId) return
      stop()
      const controller = new AbortController()
      current = { userId, stop: controller }
      const { signal } = controller
      if (!deps.locks) void hold(userId, signal)
      else {
        // An aborted wait for the lock is how a tab that closes its stream leaves the queue.
        deps.locks
          .request(`rapport-stream-${userId}`, { signal }, () => hold(userId, signal))
          .catch(() => undefined)
      }
    },
    close: stop,
    on(name, listener) {
      const own = listeners.get(name) ?? new Set()
      own.add(listener as (data: never) => void)
      listeners.set(name, own)
      return () => own.delete(listener as (data: never) => void)
    },
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
