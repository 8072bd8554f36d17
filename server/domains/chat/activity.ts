import type { Pool } from 'pg'
import { databaseTime } from './database-time.ts'
import { lowestIdAt } from './message-id.ts'

/** How long activity is collected before it is written, in milliseconds. */
const FLUSH_EVERY = 500
/** How long a failed write waits for its next try, in milliseconds. */
const RETRY_AFTER = 2_000
/** How far back a crash may have left something unwritten. */
const HEALED_MILLISECONDS = 10 * 60_000

/**
 * Records the time of the latest message, for the order of the conversation lists, and since when messages may be unread,
 * for reminders. Both can be derived from the messages, so they are written later, in batches, and repaired after a crash.
 */
export interface Activity {
  touch(conversationId: string, time: Date): void
  /** Repairs what a crash may have left unwritten. */
  heal(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The order in which statements lock many members. It prevents deadlocks. */
const LOCKING_ORDER = 'ORDER BY member.conversation_id, member.user_id FOR NO KEY UPDATE OF member'

const TOUCH = `
WITH touched AS (
  SELECT member.conversation_id, member.user_id, input.time
  FROM unnest($1::uuid[], $2::timestamptz[]) AS input(conversation_id, time)
  JOIN conversation_member member USING (conversation_id)
  ${LOCKING_ORDER}
)
UPDATE conversation_member member SET last_activity = greatest(member.last_activity, touched.time),
  unread_since = coalesce(member.unread_since, touched.time)
FROM touched
WHERE member.conversation_id = touched.conversation_id AND member.user_id = touched.user_id`

const HEAL = `
WITH recent AS (
  SELECT conversation_id, max(time) AS time FROM message
  WHERE id > $1
  GROUP BY conversation_id
), stale AS (
  SELECT member.conversation_id, member.user_id, recent.time
  FROM recent JOIN conversation_member member USING (conversation_id)
  WHERE member.last_activity < recent.time
  ${LOCKING_ORDER}
)
UPDATE conversation_member member SET last_activity = greatest(member.last_activity, stale.time),
  unread_since = coalesce(member.unread_since, stale.time)
FROM stale
WHERE member.conversation_id = stale.conversation_id AND member.user_id = stale.user_id`

export function createActivity({ pool, onError }: { pool: Pool; onError(error: unknown): void }): Activity {
  const pending = new Map<string, Date>()
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  function schedule(milliseconds: number) {
    timer ??= setTimeout(() => {
      timer = null
      flushing = flush().catch((error: unknown) => {
        onError(error)
        schedule(RETRY_AFTER)
      })
    }, milliseconds)
  }

  /** @throws when the database cannot be written to; the batch is pending again then */
  async function flush() {
    if (pending.size === 0) return
    const batch = [...pending]
    pending.clear()
    try {
      await pool.query(TOUCH, [batch.map(([id]) => id), batch.map(([, time]) => time)])
    } catch (error) {
      for (const [id, time] of batch) if (!pending.has(id)) pending.set(id, time)
      throw error
    }
  }

  return {
    touch(conversationId, time) {
      pending.set(conversationId, time)
      schedule(FLUSH_EVERY)
    },
    async heal() {
      await pool.query(HEAL, [lowestIdAt((await databaseTime(pool)) - HEALED_MILLISECONDS)])
    },
    async [Symbol.asyncDispose]() {
      if (timer) clearTimeout(timer)
      await flushing
      if (timer) clearTimeout(timer)
      await flush().catch(onError)
    },
  }
}
