import type { EventData, LIVE_EVENTS, LiveEventName } from '#schema/events.ts'
import { loadEvents } from '../../data/contract.ts'
import { createRecentEvents } from './recent-events.ts'
import type { StreamEvent } from './stream-reader.ts'

type Listener = (data: never, id: string | null) => void

/** Parses the events of the stream and delivers them to the listeners, in order. */
export interface EventDelivery {
  receive(userId: string, event: StreamEvent): void
  /** Returns the id of the last event received for a member. It outlasts a close: a reopened stream resumes there. */
  lastId(userId: string): string | null
  /** `id` is the event's id in the member's log; null for an event outside the log. */
  on<Name extends LiveEventName>(
    name: Name,
    listener: (data: EventData<Name>, id: string | null) => void,
  ): () => void
  /** Calls the listener after every reconnection. Returns a function that stops listening. */
  onReconnect(listener: () => void): () => void
}

/** An event in the log of a member. */
interface Position {
  userId: string
  id: string
}

interface EventDeliveryDeps {
  /** Returns whether the stream of a member is open. */
  isCurrent(userId: string): boolean
  /** Resolves when events may be delivered. Those that arrive before are delivered together. */
  untilFrame?(): Promise<void>
}

export function createEventDelivery({ isCurrent, untilFrame }: EventDeliveryDeps): EventDelivery {
  const listeners = new Map<LiveEventName, Set<Listener>>()
  const reconnectListeners = new Set<() => void>()
  let last: Position | null = null
  let lastDelivered: Position | null = null
  /** The member whose stream has been ready once. An event before that is no position to resume from. */
  let readyFor: string | null = null
  const recent = createRecentEvents()
  /** The events that are not delivered yet, in order. */
  let waiting: { userId: string; event: StreamEvent }[] = []

  /** Delivers the waiting events in one turn: what shows them renders once. A failing listener does not stop later events. */
  async function deliverWaiting() {
    const [{ LIVE_EVENTS: models }] = await Promise.all([loadEvents(), untilFrame?.()])
    const events = waiting
    waiting = []
    for (const { userId, event } of events) {
      try {
        deliver(models, userId, event)
      } catch (error) {
        throwLater(error)
      }
    }
  }

  /** Without the models, a reopened stream must ask for these events again. */
  function dropWaiting(error: unknown) {
    waiting = []
    last = lastDelivered
    throwLater(error)
  }

  function deliver(models: typeof LIVE_EVENTS, userId: string, received: StreamEvent) {
    const { id, event, data } = received
    if (!isCurrent(userId)) {
      // The event is dropped, so a reopened stream must resume before it.
      if (last?.userId === userId) last = lastDelivered
      return
    }
    if (recent.isRepeated(userId, received)) return
    if (id) lastDelivered = { userId, id }
    // The server sends `ready` once for each connection, after the replayed events.
    if (event === 'ready') for (const listener of reconnectListeners) listener()
    if (!isKnown(event, models)) return
    const parsed = models[event].safeParse(asJson(data))
    if (!parsed.success) return
    for (const listener of listeners.get(event) ?? []) listener(parsed.data as never, id)
  }

  return {
    lastId: (userId) => (last?.userId === userId ? last.id : null),
    receive(userId, event) {
      // Data that the page loaded before its first stream may lack events, so the first `ready` becomes a resync.
      const isFirst = event.event === 'ready' && readyFor !== userId
      if (event.event === 'ready') readyFor = userId
      if (event.id) last = { userId, id: event.id }
      const delivered = isFirst ? { id: event.id, event: 'resync', data: '{}' } : event
      waiting.push({ userId, event: delivered })
      if (waiting.length === 1) deliverWaiting().catch(dropWaiting)
    },
    onReconnect(listener) {
      reconnectListeners.add(listener)
      return () => void reconnectListeners.delete(listener)
    },
    on(name, listener) {
      const own = listeners.get(name) ?? new Set()
      own.add(listener as Listener)
      listeners.set(name, own)
      return () => own.delete(listener as Listener)
    },
  }
}

const throwLater = (error: unknown) =>
  queueMicrotask(() => {
    throw error
  })

const isKnown = (event: string, models: typeof LIVE_EVENTS): event is LiveEventName =>
  Object.hasOwn(models, event)

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
