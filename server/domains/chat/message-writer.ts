import type { Pool } from 'pg'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { isOutage } from '#server/platform/postgres/index.ts'
import type { TracePlace, Tracing } from '#server/platform/tracing/tracing.ts'
import type { ChatContext } from './chat-context.ts'
import {
  createWriteStatements,
  type NewMessage,
  type Outcome,
  storeMessages,
  type WriteStatements,
} from './store-messages.ts'

export interface Written {
  /** UUIDv7. Within a conversation, ids grow in the order of the commits, independent of the nodes' clocks. */
  id: string
  time: Date
  partnerId: string
  partnerName: string
  /** The message had been stored before, by an earlier try with the same clientMessageId. */
  repeated: boolean
}

interface Waiting {
  message: NewMessage
  /** When it was accepted, in milliseconds since the process started. */
  since: number
  /** Its place in a trace, which its batch continues. */
  place: TracePlace | null
  resolve(written: Written): void
  reject(error: unknown): void
}

const MAX_BATCH = 512
/**
 * The messages that arrive while a batch is committed form the next one: a statement for many messages costs little more
 * than one for a single message. A batch that takes longer than this, in milliseconds, may wait for a lock on one
 * conversation. Then one more batch may run beside it.
 */
const STALLED_AFTER = 20
const MAX_IN_FLIGHT = 2

/** The newest one: a key may be used again in a later month. */
const FIND_REPEATED = {
  name: 'find-repeated-message',
  text: `SELECT id, time, body FROM message WHERE conversation_id = $1 AND sender_id = $2 AND client_message_id = $3
    ORDER BY id DESC LIMIT 1`,
}

type WriterContext = Pick<ChatContext, 'pool' | 'metrics' | 'tracing'>

export type MessageWriter = ReturnType<typeof createMessageWriter>

/**
 * Commits concurrent messages together: throughput grows with load. A conversation has messages in one batch at
 * a time, so they are committed in the order in which they were accepted.
 */
export function createMessageWriter({ pool, metrics, tracing }: WriterContext, stalledAfter = STALLED_AFTER) {
  const observeBatch = createBatchTimes(metrics)
  const statements = createWriteStatements()
  let queue: Waiting[] = []
  let inFlight: Waiting[][] = []
  let stalled = 0
  let scheduled = false

  function takeBatch(): Waiting[] {
    if (inFlight.length === 0 && queue.length <= MAX_BATCH) {
      const batch = queue
      queue = []
      return batch
    }
    const busy = new Set(inFlight.flat().map(({ message }) => message.conversationId))
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    for (const waiting of queue) {
      const free = batch.length < MAX_BATCH && !busy.has(waiting.message.conversationId)
      ;(free ? batch : rest).push(waiting)
    }
    queue = rest
    return batch
  }

  function pump() {
    scheduled = false
    while (inFlight.length === stalled && stalled < MAX_IN_FLIGHT && queue.length > 0) {
      const batch = takeBatch()
      if (batch.length === 0) return
      void run(batch)
    }
  }

  async function run(batch: Waiting[]) {
    inFlight.push(batch)
    let isStalled = false
    const timer = setTimeout(() => {
      isStalled = true
      stalled += 1
      pump()
    }, stalledAfter)
    await commit(batch)
    clearTimeout(timer)
    inFlight = inFlight.filter((other) => other !== batch)
    if (isStalled) stalled -= 1
    pump()
  }

  async function commit(batch: Waiting[]) {
    try {
      await storeAndSettle({ pool, statements, tracing, observeBatch }, batch)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
      // While the database hangs, each further batch would wait for the same timeout.
      if (isOutage(error)) for (const waiting of queue.splice(0)) waiting.reject(error)
    }
  }

  return {
    /**
     * Resolves once the message is committed. @throws ApiError NOT_FOUND, CONVERSATION_ENDED, or CONFLICT if another text
     * was stored with its clientMessageId
     */
    write: (message: NewMessage) =>
      new Promise<Written>((resolve, reject) => {
        queue.push({ message, since: performance.now(), place: tracing.here(), resolve, reject })
        if (scheduled) return
        scheduled = true
        setImmediate(pump)
      }),
    waiting: () => queue.length,
  }
}

/** Returns a function that records a committed batch: its size, and how long each message took. */
function createBatchTimes(metrics: Metrics) {
  const size = metrics.histogram('messageBatch', {})
  const commit = metrics.histogram('messageCommit', {})
  return (batch: readonly Waiting[]) => {
    const now = performance.now()
    size(batch.length)
    for (const { since } of batch) commit((now - since) / 1_000)
  }
}

interface StoreContext {
  pool: Pool
  statements: WriteStatements
  tracing: Tracing
  observeBatch(batch: readonly Waiting[]): void
}

/** Commits a batch and answers each of its messages. */
async function storeAndSettle(
  { pool, statements, tracing, observeBatch }: StoreContext,
  batch: readonly Waiting[],
) {
  const messages = batch.map((waiting) => waiting.message)
  const store = () => storeMessages(pool, statements, messages)
  const outcomes = await tracing.joined('message.batch', batch, store)
  observeBatch(batch)
  for (const [index, waiting] of batch.entries()) settle(pool, waiting, outcomes.get(index))
}

function settle(pool: Pool, { message, resolve, reject }: Waiting, outcome: Outcome | undefined) {
  if (!outcome) return reject(new ApiError('NOT_FOUND', text('We cannot find this conversation.')))
  const { stored, ...partner } = outcome
  if (stored) resolve({ ...stored, ...partner, repeated: false })
  else findRepeated(pool, message).then((first) => resolve({ ...first, ...partner, repeated: true }), reject)
}

/** Finds the first copy of a retry, even when the conversation has ended since. */
async function findRepeated(pool: Pool, message: NewMessage): Promise<{ id: string; time: Date }> {
  const { rows } = await pool.query<{ id: string; time: Date; body: string }>({
    ...FIND_REPEATED,
    values: [message.conversationId, message.senderId, message.clientMessageId],
  })
  const [first] = rows
  if (!first) throw new ApiError('CONVERSATION_ENDED', text('This conversation has ended.'))
  if (first.body !== message.body)
    throw new ApiError(
      'CONFLICT',
      text('We already have another message with this key. Please send it again.'),
    )
  return { id: first.id, time: first.time }
}
