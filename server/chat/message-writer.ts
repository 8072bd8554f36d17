import type { Pool } from 'pg'
import { ApiError } from '../errors.ts'
import { isOutage } from '../store/index.ts'

export interface NewMessage {
  /** UUIDv7: ids given out later sort later. */
  id: string
  conversationId: string
  senderId: string
  body: string
  time: Date
  clientMessageId: string | null
}

export interface Written {
  id: string
  time: Date
  partnerId: string
  /** The message had been stored before, by an earlier try with the same clientMessageId. */
  repeated: boolean
}

interface Waiting {
  message: NewMessage
  resolve(written: Written): void
  reject(error: unknown): void
}

const MAX_BATCH = 512
/** One being committed while the next is prepared; more only makes smaller batches. */
const MAX_IN_FLIGHT = 2

/**
 * One statement checks and stores a whole batch: membership, that the conversation is open and nobody blocked the
 * other. A row that fails its check is left out; the others are stored.
 */
const WRITE = {
  name: 'write-messages',
  text: `
WITH input AS (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::text[])
    AS t(id, conversation_id, sender_id, body, time, client_message_id)
), checked AS (
  SELECT input.*, member.partner_id,
    conversation.ended_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM block
      WHERE (blocker_id = member.partner_id AND blocked_id = input.sender_id)
         OR (blocker_id = input.sender_id AND blocked_id = member.partner_id)
    ) AS open
  FROM input
  JOIN conversation_member member
    ON member.conversation_id = input.conversation_id AND member.user_id = input.sender_id
  JOIN conversation ON conversation.id = input.conversation_id
), stored AS (
  INSERT INTO message (id, conversation_id, sender_id, body, time, client_message_id)
  SELECT id, conversation_id, sender_id, body, time, client_message_id FROM checked WHERE open
  ON CONFLICT (conversation_id, sender_id, client_message_id) DO NOTHING
  RETURNING id
)
SELECT checked.id, checked.partner_id, checked.open, stored.id IS NOT NULL AS stored
FROM checked LEFT JOIN stored ON stored.id = checked.id`,
}

const FIND_REPEATED = {
  name: 'find-repeated-message',
  text: `SELECT id, time FROM message WHERE conversation_id = $1 AND sender_id = $2 AND client_message_id = $3`,
}

interface Outcome {
  id: string
  partner_id: string
  open: boolean
  stored: boolean
}

export interface MessageWriter {
  /** Resolves once the message is committed. @throws ApiError NOT_FOUND, CONVERSATION_ENDED */
  write(message: NewMessage): Promise<Written>
}

/**
 * Concurrent messages are committed together, so that throughput grows with load. A conversation has messages in one
 * batch at a time, so they are committed in the order in which they were accepted.
 */
export function createMessageWriter({ pool }: { pool: Pool }): MessageWriter {
  let queue: Waiting[] = []
  let inFlight = 0
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
    while (inFlight < MAX_IN_FLIGHT && queue.length > 0) {
      const batch = takeBatch()
      if (batch.length === 0) return
      const conversations = new Set(batch.map((waiting) => waiting.message.conversationId))
      for (const id of conversations) busy.add(id)
      inFlight += 1
      void commit(batch).finally(() => {
        inFlight -= 1
        for (const id of conversations) busy.delete(id)
        pump()
      })
    }
  }

  async function commit(batch: Waiting[]) {
    try {
      const messages = batch.map((waiting) => waiting.message)
      const { rows } = await pool.query<Outcome>({
        ...WRITE,
        values: [
          messages.map((m) => m.id),
          messages.map((m) => m.conversationId),
          messages.map((m) => m.senderId),
          messages.map((m) => m.body),
          messages.map((m) => m.time),
          messages.map((m) => m.clientMessageId),
        ],
      })
      const outcomes = new Map(rows.map((row) => [row.id, row]))
      for (const waiting of batch) settle(waiting, outcomes.get(waiting.message.id))
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
      // Behind a database that hangs, each batch would wait as long again.
      if (isOutage(error)) for (const waiting of queue.splice(0)) waiting.reject(error)
    }
  }

  function settle({ message, resolve, reject }: Waiting, outcome: Outcome | undefined) {
    if (!outcome) reject(new ApiError('NOT_FOUND', 'This conversation does not exist.'))
    else if (outcome.stored) {
      resolve({ id: message.id, time: message.time, partnerId: outcome.partner_id, repeated: false })
    } else findRepeated(message, outcome).then(resolve, reject)
  }

  // A retry finds its first copy even when the conversation has ended since.
  async function findRepeated(message: NewMessage, outcome: Outcome): Promise<Written> {
    const { rows } = await pool.query<{ id: string; time: Date }>({
      ...FIND_REPEATED,
      values: [message.conversationId, message.senderId, message.clientMessageId],
    })
    const [first] = rows
    if (first) return { ...first, partnerId: outcome.partner_id, repeated: true }
    throw new ApiError('CONVERSATION_ENDED', 'This conversation has ended.')
  }

  return {
    write: (message) =>
      new Promise((resolve, reject) => {
        queue.push({ message, resolve, reject })
        if (scheduled) return
        scheduled = true
        setImmediate(pump)
      }),
  }
}
