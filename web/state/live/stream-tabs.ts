import type { WritableStore } from '../store.ts'
import type { EventDelivery } from './event-delivery.ts'
import type { StreamEvent } from './stream-reader.ts'

/**
 * A message between the tabs of one browser: an event of the stream, whether it is connected, or a new tab's question
 * for both. Tabs of different versions may exchange them.
 */
export type TabMessage =
  | { userId: string; passed: StreamEvent }
  | { userId: string; connected: boolean }
  | { userId: string; asks: true }

interface StreamTabsDeps {
  /** Null in a browser where each tab reads its own stream. */
  channel: BroadcastChannel | null
  userId: string
  connected: WritableStore<boolean>
  delivery: Pick<EventDelivery, 'receive' | 'lastId'>
  /** Whether this tab reads the stream. */
  isReader(): boolean
}

/** Shares a member's stream with the other tabs. */
export interface StreamTabs {
  /** Receives the events of the tab that reads the stream, and asks it for the current state. */
  listen(): void
  forward(event: StreamEvent): void
  setConnected(isConnected: boolean): void
}

export function createStreamTabs(deps: StreamTabsDeps): StreamTabs {
  const { channel, userId, connected, delivery } = deps
  const post = (message: TabMessage) => channel?.postMessage(message)

  function setConnected(isConnected: boolean) {
    connected.setState(isConnected)
    post({ userId, connected: isConnected })
  }

  /** Only the tab that reads the stream answers, because its state is in step with the events that it forwards. */
  function answer() {
    if (!deps.isReader()) return
    setConnected(connected.getState())
    const id = delivery.lastId(userId)
    if (id) post({ userId, passed: { id, event: 'ready', data: '{}' } })
  }

  return {
    setConnected,
    forward: (event) => post({ userId, passed: event }),
    listen() {
      channel?.addEventListener('message', ({ data }) => {
        if (!isTabMessage(data) || data.userId !== userId) return
        if ('passed' in data) delivery.receive(userId, data.passed)
        else if ('connected' in data) connected.setState(data.connected)
        else answer()
      })
      post({ userId, asks: true })
    },
  }
}

const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  ('passed' in value || 'connected' in value || 'asks' in value)
