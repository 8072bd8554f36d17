import type { Api } from '../../data/api.ts'
import { createDeadline, type Deadline } from '../../data/deadline.ts'
import type { Store } from '../store.ts'
import type { ShownMessage } from './messages.ts'
import { createOutboxQueue, type Outcome, type OutcomeListener } from './outbox-queue.ts'
import { postMessage } from './post-message.ts'

/** Milliseconds between two attempts: a restored connection is used within 2 s. */
const RETRY_EVERY = 1_500
/** Milliseconds after which an attempt without an answer counts as failed. */
const ANSWER_WITHIN = 15_000

/** The messages of one conversation that the server does not have yet. Sends them one after the other, in order. */
export interface Outbox {
  /** Resolves once the message was sent or refused, or the first attempt failed. */
  add(message: ShownMessage): Promise<void>
  remove(messageId: string): void
  /** Returns the messages in the order of writing, as they were added. */
  pending(): ShownMessage[]
  /** Tries now instead of after the pause. Resolves after the attempt. */
  flush(): Promise<void>
  /** Sets the listener for the outcome of each message; null while the conversation is not on screen. */
  listen(listener: OutcomeListener | null): void
}

interface OutboxDeps {
  api: Api
  /** Whether the live stream is connected. A reconnection starts the next attempt at once. */
  connected: Store<boolean>
  /** Whether the member who wrote the messages is still signed in. */
  isSignedIn?(): boolean
}

export function createOutbox({ api, connected, isSignedIn }: OutboxDeps): Outbox {
  const queue = createOutboxQueue()
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let stopWatching: (() => void) | null = null
  let attempt: Deadline | null = null
  /** Whether the connection has returned during the attempt. */
  let isBack = false

  async function run() {
    if (isRunning) return
    isRunning = true
    if (timer) clearTimeout(timer)
    stopWatching ??= connected.subscribe(onConnection)
    for (let message = first(); message; message = first()) {
      isBack = false
      attempt = createDeadline(ANSWER_WITHIN)
      const outcome = await postMessage(api, message, attempt)
      if (queue.messages().includes(message) && !settle(message, outcome)) break
    }
    isRunning = false
    if (queue.messages().length > 0) return
    stopWatching?.()
    stopWatching = null
  }

  function first(): ShownMessage | undefined {
    if (isSignedIn?.() === false) queue.clear()
    return queue.messages()[0]
  }

  /** Reports the outcome of an attempt. Returns false when the next attempt must wait. */
  function settle(message: ShownMessage, outcome: Outcome): boolean {
    if (outcome.kind !== 'waiting') queue.report(message, outcome)
    if (outcome.kind !== 'waiting' || isBack) return true
    for (const one of queue.messages()) queue.report(one, outcome)
    timer = setTimeout(() => void run(), RETRY_EVERY)
    return false
  }

  /** Retries at once, because an attempt from before the reconnection may never be answered. */
  function onConnection() {
    if (!connected.getState()) return
    isBack = true
    attempt?.abort()
    void run()
  }

  return {
    remove: queue.remove,
    pending: queue.messages,
    flush: run,
    listen: queue.listen,
    add(message) {
      const settled = queue.add(message)
      void run()
      return settled
    },
  }
}
