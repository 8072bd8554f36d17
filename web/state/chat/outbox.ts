import type { Message } from '#schema/chat.ts'
import type { Api } from '../../data/api.ts'
import { createDeadline, type Deadline } from '../../data/deadline.ts'
import { ApiFailure } from '../../data/failure.ts'
import { isTemporary } from '../retry.ts'
import type { Store } from '../store.ts'
import type { ShownMessage } from './messages.ts'

/**
 * Milliseconds between two attempts to send what could not be sent, so that a connection that is back is used within
 * 2 s.
 */
const RETRY_EVERY = 1_500
/** An attempt without an answer counts as failed after so many milliseconds. */
const ANSWER_WITHIN = 15_000

export type Outcome =
  | { kind: 'sent'; message: Message }
  /** The connection or the server failed; the outbox tries again by itself. */
  | { kind: 'waiting'; error: unknown }
  | { kind: 'refused'; error: unknown }

/** The messages of one conversation that the server does not have yet. Sends them one after the other, in order. */
export interface Outbox {
  /** Resolves once the message was sent or refused, or the first attempt failed. */
  add(message: ShownMessage): Promise<void>
  remove(messageId: string): void
  /** The messages in the order of writing, as they were added. */
  pending(): ShownMessage[]
  /** Tries now instead of after the pause. Resolves after that. */
  flush(): Promise<void>
  /** Sets the listener for the outcome of each message; null while the conversation is not on screen. */
  listen(listener: ((messageId: string, outcome: Outcome) => void) | null): void
}

interface OutboxDeps {
  api: Api
  conversationId: string
  /** Whether the live stream is connected: once it is again, nothing waits for its next attempt. */
  connected: Store<boolean>
  /** Whether the member who wrote the messages is still signed in. */
  isSignedIn?(): boolean
}

export function createOutbox({ api, conversationId, connected, isSignedIn }: OutboxDeps): Outbox {
  let queue: ShownMessage[] = []
  let listener: ((messageId: string, outcome: Outcome) => void) | null = null
  const settled = new Map<string, () => void>()
  let running = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let stopWatching: (() => void) | null = null
  /** The attempt that is under way. */
  let attempt: Deadline | null = null
  let isBack = false

  const tell = (id: string, outcome: Outcome) => {
    listener?.(id, outcome)
    settled.get(id)?.()
    settled.delete(id)
  }

  function remove(messageId: string) {
    queue = queue.filter(({ id }) => id !== messageId)
    settled.get(messageId)?.()
    settled.delete(messageId)
  }

  async function post(message: ShownMessage, deadline: Deadline): Promise<Outcome> {
    const { signal } = deadline
    try {
      const { data } = await api.call('sendMessage', {
        signal,
        headers: { time: message.time },
        body: {
          conversationId,
          message: message.message,
          // A retry finds the first copy by it.
          clientMessageId: message.clientMessageId ?? message.id,
          ...(message.confirmed ? { confirmed: true } : {}),
        },
      })
      return { kind: 'sent', message: data }
    } catch (error) {
      return { kind: signal.aborted || waits(error) ? 'waiting' : 'refused', error }
    } finally {
      deadline[Symbol.dispose]()
    }
  }

  async function run() {
    if (running) return
    running = true
    if (timer) clearTimeout(timer)
    stopWatching ??= connected.subscribe(onConnection)
    while (queue.length > 0) {
      if (isSignedIn?.() === false) queue = []
      const message = queue[0]
      if (!message) break
      isBack = false
      attempt = createDeadline(ANSWER_WITHIN)
      const outcome = await post(message, attempt)
      if (!queue.includes(message)) continue
      if (outcome.kind !== 'waiting') {
        queue = queue.filter((one) => one !== message)
        tell(message.id, outcome)
        continue
      }
      if (isBack) continue
      for (const { id } of queue) tell(id, outcome)
      timer = setTimeout(() => void run(), RETRY_EVERY)
      break
    }
    running = false
    if (queue.length > 0) return
    stopWatching?.()
    stopWatching = null
  }

  /** An attempt from before the connection returned may never be answered. */
  function onConnection() {
    if (!connected.getState()) return
    isBack = true
    attempt?.abort()
    void run()
  }

  return {
    remove,
    pending: () => queue,
    flush: run,
    listen(next) {
      listener = next
    },
    add(message) {
      queue = [...queue, message]
      const done = new Promise<void>((resolve) => settled.set(message.id, resolve))
      void run()
      return done
    },
  }
}

/** Too many requests are not repeated by themselves: that would only add to them. */
const waits = (error: unknown) => isTemporary(error) && !(error instanceof ApiFailure && error.status === 429)
