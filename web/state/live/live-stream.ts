import type { Message } from '#schema/chat.ts'
import { loadEvents } from '../../data/contract.ts'
import { createStore, type Store } from '../store.ts'
import { createEventDelivery, type EventDelivery } from './event-delivery.ts'
import { shareStream } from './shared-stream.ts'
import { readStream, type StreamEvent, type Wake } from './stream-reader.ts'
import type { StreamTabs } from './stream-tabs.ts'

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
  /** Returns the stream that this tab reads; null while another tab reads it. */
  own(): OwnStream | null
}

/** A stream with a name. The server sends it no event for a message whose request has this name. */
export interface OwnStream {
  readonly name: string
  /** Does what the event of a message would do, here and in the other tabs. */
  passOn(message: Message): void
}

interface LiveStreamDeps {
  fetch: typeof fetch
  token(): string | null
  newKey(): string
  /** Decides what a refusal with 401 or 403 means. */
  onRefused(): Promise<'again' | 'over'>
  /** Null if the browser lacks locks or channels. Every tab reads its own stream then. */
  tabs: { locks: LockManager; channel(): BroadcastChannel } | null
  /** Resolves when the page may show events. Defaults to at once. */
  untilFrame?(): Promise<void>
}

/** The stream of a member, while it is open. */
interface Current {
  userId: string
  stop: AbortController
  channel: BroadcastChannel | null
  /** Checks the tab that reads the stream. */
  checkReader(): void
}

/**
 * Creates the live connection of a browser. The tab that holds the lock reads the stream and forwards every event to
 * the others. When it closes or falls silent, another tab resumes after the last event that it has received.
 */
export function createLiveStream(deps: LiveStreamDeps): LiveStream {
  let current: Current | null = null
  const own = createOwnStream(deps.newKey)
  const connected = createStore(true)
  const wakes = createWakes()
  const delivery = createEventDelivery({
    isCurrent: (userId) => current?.userId === userId,
    ...(deps.untilFrame && { untilFrame: deps.untilFrame }),
  })

  async function read(userId: string, tabs: StreamTabs | null, signal: AbortSignal) {
    const { fetch, token, onRefused } = deps
    const reader = {
      fetch,
      token,
      onRefused,
      prepare: loadEvents,
      onWake: wakes.on,
      lastId: () => delivery.lastId(userId),
      nameStream: () => own.rename(signal, (event) => reader.onEvent(event)),
      onConnected(isConnected: boolean) {
        if (signal.aborted) return
        connected.setState(isConnected)
        tabs?.tellConnected(isConnected)
      },
      onHeartbeat: () => signal.aborted || tabs?.beat(),
      onEvent(event: StreamEvent) {
        if (signal.aborted) return
        tabs?.forward(event)
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
    own: own.get,
    on: delivery.on,
    onReconnect: delivery.onReconnect,
    wake(wake) {
      wakes.emit(wake)
      current?.checkReader()
    },
    open(userId) {
      if (current?.userId === userId) return
      close()
      const stop = new AbortController()
      const { signal } = stop
      const channel = deps.tabs?.channel() ?? null
      current = { userId, stop, channel, checkReader: () => undefined }
      if (!deps.tabs || !channel) return void read(userId, null, signal)
      current.checkReader = shareStream({
        locks: deps.tabs.locks,
        channel,
        userId,
        connected,
        delivery,
        signal,
        read: (tabs, ended) => read(userId, tabs, ended),
        onPing: wakes.emit,
      })
    },
  }
}

/** Names the stream of this tab, until the signal aborts. */
function createOwnStream(newKey: () => string) {
  let own: { stream: OwnStream; signal: AbortSignal } | null = null
  return {
    get: () => (own && !own.signal.aborted ? own.stream : null),
    rename(signal: AbortSignal, onEvent: (event: StreamEvent) => void) {
      const name = newKey()
      const passOn = (message: Message) =>
        onEvent({ id: null, event: 'new_chat_message', data: JSON.stringify(message) })
      own = { stream: { name, passOn }, signal }
      return name
    },
  }
}

/** Passes each wake to the connection of this tab, if it reads the stream. */
function createWakes() {
  const listeners = new Set<(wake: Wake) => void>()
  return {
    emit(wake: Wake = { doubtful: false }) {
      for (const listener of [...listeners]) listener(wake)
    },
    on(listener: (wake: Wake) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
