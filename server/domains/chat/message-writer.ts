import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { ApiError } from '#server/platform/errors.ts'
import { type Metrics, NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import { isOutage } from '#server/platform/postgres/index.ts'
import { NO_TRACING, type TracePlace, type Tracing } from '#server/platform/tracing/tracing.ts'

export interface NewMessage {
  conversationId: string
  senderId: string
  body: string
  /** By this node's clock. The stored time is later if the conversation already has a message of this time. */
  time: Date
  clientMessageId: string | null
}

export interface Written {
  /** UUIDv7. Within a conversation, ids grow in the order of the commits, independent of the nodes' clocks. */
  id: string
  time: Date
  partnerId: string
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

/**
 * One statement checks and stores a whole batch: membership, that the conversation is open and that neither blocked
 * the other. A row that fails its check is left out; the others are stored.
 *
 * The lock on the conversation lasts until the commit, so two nodes cannot write to one conversation at once. A message
 * is stored at least a millisecond after the conversation's last one. Read and clear marks are ids, so a message that is
 * committed after a mark always has a greater id than the mark. The locks are taken in the order of the ids, so two
 * batches cannot wait for each other.
 */
const WRITE = {
  name: 'write-messages',
  text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::text[])
    WITH ORDINALITY AS t(random, conversation_id, sender_id, body, time, client_message_id, place)
), side AS (
  SELECT input.*, member.partner_id,
    ${isBlockedEitherWay('input.sender_id', 'member.partner_id')} AS blocked
  FROM input
  JOIN conversation_member member
    ON member.conversation_id = input.conversation_id AND member.user_id = input.sender_id
), locked AS (
  SELECT id, ended_at IS NULL AS open, last_message_at FROM conversation
  WHERE id IN (SELECT conversation_id FROM side) ORDER BY id FOR NO KEY UPDATE
), accepted AS (
  SELECT side.*,
    greatest(max(time) OVER (PARTITION BY conversation_id), last_message_at + interval '1 millisecond') AS stored_time,
    row_number() OVER (PARTITION BY conversation_id ORDER BY place) - 1 AS sequence
  FROM side JOIN locked ON locked.id = side.conversation_id
  WHERE locked.open AND NOT side.blocked
), numbered AS (
  SELECT accepted.*, (lpad(to_hex((extract(epoch FROM stored_time) * 1000)::bigint), 12, '0')
    || '7' || lpad(to_hex(sequence), 3, '0') || substr(random::text, 20))::uuid AS id
  FROM accepted
), advanced AS (
  UPDATE conversation SET last_message_at = latest.stored_time
  FROM (SELECT DISTINCT conversation_id, stored_time FROM accepted) latest WHERE conversation.id = latest.conversation_id
), stored AS (
  INSERT INTO message (id, conversation_id, sender_id, body, time, client_message_id)
  SELECT id, conversation_id, sender_id, body, stored_time, client_message_id FROM numbered ORDER BY place
  ON CONFLICT (conversation_id, sender_id, client_message_id) DO NOTHING
  RETURNING id, time
)
SELECT place::int, partner_id, NULL::uuid AS id, NULL::timestamptz AS time FROM side
UNION ALL SELECT NULL, NULL, id, time FROM stored`,
}

/** Returns the part of an id that comes from the random id of its message. It identifies the stored row. */
const tailOf = (id: string) => id.slice(19)

const FIND_REPEATED = {
  name: 'find-repeated-message',
  text: `SELECT id, time FROM message WHERE conversation_id = $1 AND sender_id = $2 AND client_message_id = $3`,
}

/** A message whose sender is a member of its conversation, or a stored message. The two are joined here, not in SQL. */
type Row =
  | { place: number; partner_id: string; id: null; time: null }
  | { place: null; partner_id: null; id: string; time: Date }

interface Outcome {
  partnerId: string
  /** Null when the message was not stored. */
  stored: { id: string; time: Date } | null
}

/** Returns the outcomes by position in the batch, from 0. */
function outcomesOf(rows: readonly Row[], randoms: readonly string[]): Map<number, Outcome> {
  const stored = new Map<string, Outcome['stored']>()
  for (const row of rows) if (row.id !== null) stored.set(tailOf(row.id), { id: row.id, time: row.time })
  const outcomes = new Map<number, Outcome>()
  for (const { place, partner_id: partnerId } of rows) {
    if (place === null) continue
    outcomes.set(place - 1, { partnerId, stored: stored.get(tailOf(randoms[place - 1] ?? '')) ?? null })
  }
  return outcomes
}

export interface MessageWriter {
  /** Resolves once the message is committed. @throws ApiError NOT_FOUND, CONVERSATION_ENDED */
  write(message: NewMessage): Promise<Written>
  /** Returns how many messages wait for a batch. */
  waiting(): number
}

export interface WriterOptions {
  pool: Pool
  stalledAfter?: number
  metrics?: Metrics
  tracing?: Tracing
}

/**
 * Commits concurrent messages together: throughput grows with load. A conversation has messages in one batch at
 * a time, so they are committed in the order in which they were accepted.
 */
export function createMessageWriter(options: WriterOptions): MessageWriter {
  const { pool, stalledAfter = STALLED_AFTER, metrics = NO_METRICS, tracing = NO_TRACING } = options
  const observeBatch = createBatchTimes(metrics)
  let queue: Waiting[] = []
  let inFlight = 0
  let stalled = 0
  let scheduled = false
  const busy = new Set<string>()

  function takeBatch(): Waiting[] {
    if (busy.size === 0 && queue.length <= MAX_BATCH) {
      const batch = queue
      queue = []
      return batch
    }
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
    while (inFlight === stalled && inFlight < MAX_IN_FLIGHT && queue.length > 0) {
      const batch = takeBatch()
      if (batch.length === 0) return
      void run(batch)
    }
  }

  async function run(batch: Waiting[]) {
    const conversations = new Set(batch.map((waiting) => waiting.message.conversationId))
    for (const id of conversations) busy.add(id)
    inFlight += 1
    let isStalled = false
    const timer = setTimeout(() => {
      isStalled = true
      stalled += 1
      pump()
    }, stalledAfter)
    await commit(batch)
    clearTimeout(timer)
    inFlight -= 1
    if (isStalled) stalled -= 1
    for (const id of conversations) busy.delete(id)
    pump()
  }

  async function commit(batch: Waiting[]) {
    try {
      await storeAndSettle({ pool, tracing, observeBatch }, batch)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
      // While the database hangs, each further batch would wait for the same timeout.
      if (isOutage(error)) for (const waiting of queue.splice(0)) waiting.reject(error)
    }
  }

  return {
    write: (message) =>
      new Promise((resolve, reject) => {
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

interface StoreDeps {
  pool: Pool
  tracing: Tracing
  observeBatch(batch: readonly Waiting[]): void
}

/** Commits a batch and answers each of its messages. */
async function storeAndSettle({ pool, tracing, observeBatch }: StoreDeps, batch: readonly Waiting[]) {
  const messages = batch.map((waiting) => waiting.message)
  const randoms = messages.map(() => randomUUID())
  const store = () => storeBatch(pool, messages, randoms)
  const { rows } = await tracing.joined('message.batch', batch, store)
  observeBatch(batch)
  const outcomes = outcomesOf(rows, randoms)
  for (const [index, waiting] of batch.entries()) settle(pool, waiting, outcomes.get(index))
}

const storeBatch = (pool: Pool, messages: readonly NewMessage[], randoms: readonly string[]) =>
  pool.query<Row>({
    ...WRITE,
    values: [
      randoms,
      messages.map((m) => m.conversationId),
      messages.map((m) => m.senderId),
      messages.map((m) => m.body),
      messages.map((m) => m.time),
      messages.map((m) => m.clientMessageId),
    ],
  })

function settle(pool: Pool, { message, resolve, reject }: Waiting, outcome: Outcome | undefined) {
  if (!outcome) reject(new ApiError('NOT_FOUND', 'We cannot find this conversation.'))
  else if (outcome.stored) {
    resolve({ ...outcome.stored, partnerId: outcome.partnerId, repeated: false })
  } else findRepeated(pool, message, outcome).then(resolve, reject)
}

/** Finds the first copy of a retry, even when the conversation has ended since. */
async function findRepeated(pool: Pool, message: NewMessage, outcome: Outcome): Promise<Written> {
  const { rows } = await pool.query<{ id: string; time: Date }>({
    ...FIND_REPEATED,
    values: [message.conversationId, message.senderId, message.clientMessageId],
  })
  const [first] = rows
  if (first) return { ...first, partnerId: outcome.partnerId, repeated: true }
  throw new ApiError('CONVERSATION_ENDED', 'This conversation has ended.')
}
