import type { WritableStore } from '../store.ts'
import type { EventDelivery } from './event-delivery.ts'
import type { StreamEvent } from './stream-reader.ts'

/**
 * A message between the tabs of one browser. From the tab that reads the stream: an event, whether the stream is
 * connected, or a sign that the tab is alive. From another tab: a new tab's question for the state, or a question for
 * a sign. Tabs of different versions may exchange them.
 */
export type TabMessage =
  | { userId: string; passed: StreamEvent }
  | { userId: string; connected: boolean }
  | { userId: string; alive: true }
  | { userId: string; asks: true }
  | { userId: string; pings: true }

interface StreamTabsDeps {
  channel: BroadcastChannel
  userId: string
  connected: WritableStore<boolean>
  delivery: Pick<EventDelivery, 'receive' | 'lastId'>
  /** Whether this tab reads the stream. */
  isReader(): boolean
  /** The tab that reads the stream gave a sign. */
  onSign(): void
  /** Another tab woke up. Called in the tab that reads the stream. */
  onPing(): void
}

/** Shares a member's stream with the other tabs. */
export interface StreamTabs {
  /** Receives the events of the tab that reads the stream. */
  listen(): void
  /** Asks the tab that reads the stream for the current state. */
  ask(): void
  /** Asks the tab that reads the stream for a sign. */
  ping(): void
  /** Gives a sign to the other tabs. */
  beat(): void
  forward(event: StreamEvent): void
  /** Tells the other tabs whether the stream is connected. */
  tellConnected(isConnected: boolean): void
}

export function createStreamTabs(deps: StreamTabsDeps): StreamTabs {
  const { channel, userId, connected, delivery } = deps
  const post = (message: TabMessage) => channel.postMessage(message)

  const tellConnected = (isConnected: boolean) => post({ userId, connected: isConnected })

  /** Only the tab that reads the stream answers, because its state is in step with the events that it forwards. */
  function answer(message: { asks: true } | { pings: true }) {
    if (!deps.isReader()) return
    if ('pings' in message) {
      post({ userId, alive: true })
      return deps.onPing()
    }
    tellConnected(connected.getState())
    const id = delivery.lastId(userId)
    if (id) post({ userId, passed: { id, event: 'ready', data: '{}' } })
  }

  function receive(message: TabMessage) {
    if ('asks' in message || 'pings' in message) return answer(message)
    deps.onSign()
    if ('passed' in message) delivery.receive(userId, message.passed)
    // Two tabs may read for a moment. Each knows the state of its own connection.
    else if ('connected' in message && !deps.isReader()) connected.setState(message.connected)
  }

  return {
    tellConnected,
    beat: () => post({ userId, alive: true }),
    forward: (event) => post({ userId, passed: event }),
    ask: () => post({ userId, asks: true }),
    ping: () => post({ userId, pings: true }),
    listen() {
      channel.addEventListener('message', ({ data }) => {
        if (isTabMessage(data) && data.userId === userId) receive(data)
      })
    },
  }
}

const KINDS = ['passed', 'connected', 'alive', 'asks', 'pings']

const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' && value !== null && 'userId' in value && KINDS.some((kind) => kind in value)
