import type { Message } from '#schema/chat.ts'
import type { Api } from '../../data/api.ts'
import { createDeadline, type Deadline } from '../../data/deadline.ts'
import { ApiFailure } from '../../data/failure.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Store } from '../store.ts'
import { isOutdated } from './is-outdated.ts'
import type { ShownMessage } from './messages.ts'
import { createOutboxQueue, type OutboxListener, type OutboxQueue, type Outcome } from './outbox-queue.ts'
import { postMessage } from './post-message.ts'
import { outdatedMessage, refusedMessage } from './refused-message.ts'
import type { LazyKeeper } from './unsent-keeper.ts'

/** Milliseconds between two attempts: a restored connection is used within 2 s. */
const RETRY_EVERY = 1_500
/** Milliseconds after which an attempt without an answer counts as failed. */
const ANSWER_WITHIN = 15_000

/** The messages of one conversation that the server does not have. Sends them one after the other, in order. */
export interface Outbox {
  /** Resolves once the message was sent or refused, or the first attempt failed. */
  add(message: ShownMessage): Promise<void>
  /** Replaces a message that is not sent for now. */
  change(message: ShownMessage): void
  remove(messageId: string): void
  /** Returns the messages in the order of writing. */
  messages(): readonly ShownMessage[]
  /** Tries now instead of after the pause. Resolves after the attempt. */
  flush(): Promise<void>
  /** Sets the listener for what happens to each message; null while the conversation is not on screen. */
  listen(listener: OutboxListener | null): void
}

export interface OutboxDeps {
  api: Api
  /** Whether the live stream is connected. A reconnection starts the next attempt at once. */
  connected: Store<boolean>
  /** The live stream, which a message names. */
  stream?: Pick<LiveStream, 'own'>
  /** Whether the member who wrote the messages is still signed in. */
  isSignedIn?(): boolean
  /** Keeps the messages beyond this page. */
  keeper?: LazyKeeper
  /** Runs it while no other tab sends messages of the conversation. */
  whileAlone?(conversationId: string, send: () => Promise<void>): Promise<void>
  now(): number
  newKey(): string
}

/** Returns the message to send next. A member who has signed out sends nothing more. */
function nextOf(queue: OutboxQueue, { isSignedIn }: Pick<OutboxDeps, 'isSignedIn'>) {
  if (isSignedIn?.() === false) queue.setMessages([])
  return queue.next()
}

export function createOutbox(deps: OutboxDeps, conversationId: string): Outbox {
  const { api, keeper, now, newKey } = deps
  const queue = createOutboxQueue()
  const watch = createReturnWatch(deps.connected, onReturn)
  const { keep, refuse, sent, change, forget } = createOutboxRecord({ queue, keeper, conversationId })
  let running: Promise<void> | null = null
  /** Whether a run was asked for since the last attempt. */
  let isWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt: Deadline | null = null
  /** Whether the connection has returned during the attempt. */
  let isBack = false

  function run(): Promise<void> {
    isWanted = true
    running ??= runUntilDone()
    return running
  }

  async function runUntilDone() {
    watch.start()
    do {
      clearTimeout(timer)
      await keeper?.ready()
      await (deps.whileAlone?.(conversationId, sendAll) ?? sendAll())
    } while (isWanted && queue.next())
    running = null
    if (!queue.next()) watch.stop()
  }

  async function sendAll() {
    for (let message = nextOf(queue, deps); message; message = nextOf(queue, deps)) {
      if (isOutdated(message, now())) refuse(outdatedMessage(message), null)
      else if (!(await trySending(message))) break
    }
    isWanted = false
  }

  async function trySending(message: ShownMessage) {
    isBack = false
    attempt = createDeadline(ANSWER_WITHIN)
    const outcome = await postMessage(api, message, attempt, deps.stream?.own() ?? null)
    return !queue.messages().includes(message) || settle(message, outcome)
  }

  /** Reports the outcome of an attempt. Returns false when the next attempt must wait. */
  function settle(message: ShownMessage, outcome: Outcome): boolean {
    if (outcome.kind === 'refused') refuse(refusedMessage(message, outcome.error, newKey), outcome.error)
    if (outcome.kind === 'sent') sent(message.id, outcome.message)
    if (outcome.kind !== 'waiting' || isBack) return true
    for (const one of queue.messages()) queue.report(one.id, outcome)
    timer = setTimeout(() => void run(), RETRY_EVERY)
    return false
  }

  /** Retries at once, because an attempt from before the reconnection may never be answered. */
  function onReturn() {
    isBack = true
    attempt?.abort()
    void run()
  }

  keeper?.use(({ followMessages }) => followMessages(conversationId, queue, run))
  function add(message: ShownMessage) {
    const settled = keep(message)
    void run()
    return settled
  }

  return { add, change, remove: forget, messages: queue.messages, flush: run, listen: queue.listen }
}

/** Calls `onReturn` when the connection returns, between `start` and `stop`. */
function createReturnWatch(connected: Store<boolean>, onReturn: () => void) {
  let unsubscribe: (() => void) | null = null
  return {
    start() {
      unsubscribe ??= connected.subscribe(() => connected.getState() && onReturn())
    },
    stop() {
      unsubscribe?.()
      unsubscribe = null
    },
  }
}

/** Records what becomes of the messages: in the queue, on the screen, and beyond the page. */
function createOutboxRecord({
  queue,
  keeper,
  conversationId,
}: {
  queue: OutboxQueue
  keeper: LazyKeeper | undefined
  conversationId: string
}) {
  function change(message: ShownMessage) {
    queue.replace(message)
    keeper?.use(({ changeMessage }) => changeMessage(message))
  }

  function forget(messageId: string) {
    queue.remove(messageId)
    keeper?.use(({ removeMessage }) => removeMessage(messageId, conversationId))
  }

  return {
    change,
    forget,
    keep(message: ShownMessage) {
      const tellUnkept = () => queue.report(message.id, { kind: 'unkept' })
      keeper?.use(async ({ addMessage }) => (await addMessage(message)) || tellUnkept(), tellUnkept)
      return queue.add(message)
    },
    sent(messageId: string, message: Message) {
      forget(messageId)
      queue.report(messageId, { kind: 'sent', message })
    },
    /** A refused message stays until its sender has dealt with it. */
    refuse(message: ShownMessage, error: unknown) {
      const isGone = error instanceof ApiFailure && error.code === 'NOT_FOUND' && !queue.hasListener()
      // The server has a message that it holds for review.
      if (message.state === 'held' || isGone) forget(message.id)
      else change(message)
      if (message.state === 'late' && !queue.hasListener())
        keeper?.use(({ showEnded }) => showEnded(conversationId))
      queue.report(message.id, { kind: 'refused', error, message })
    },
  }
}
