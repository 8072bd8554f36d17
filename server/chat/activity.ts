import type { Pool } from 'pg'
import { databaseTime } from './database-time.ts'
import { lowestIdAt } from './message-id.ts'

const FLUSH_EVERY = 500
/** How far back a crash may have left something unwritten. */
const HEALED_MILLISECONDS = 10 * 60_000

/**
 * When something was last said, for the order of the conversation lists, and since when something may wait unread, for
 * those who are away. Both can be told from the messages, so they are written behind them, many at once, and made good
 * after a crash.
 */
export interface Activity {
  touch(conversationId: string, time: Date): void
  /** Makes good what a crash may have left unwritten. */
  heal(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const TOUCH = `
WITH touched AS (
  SELECT member.conversation_id, member.user_id, input.time
  FROM unnest($1::uuid[], $2::timestamptz[]) AS input(conversation_id, time)
  JOIN conversation_member member USING (conversation_id)
  ORDER BY member.conversation_id, member.user_id
  FOR UPDATE OF member
)
UPDATE conversation_member member SET last_activity = greatest(member.last_activity, touched.time),
  unread_since = coalesce(member.unread_since, touched.time)
FROM touched
WHERE member.conversation_id = touched.conversation_id AND member.user_id = touched.user_id`

const HEAL = `
UPDATE conversation_member member SET last_activity = recent.time,
  unread_since = coalesce(member.unread_since, recent.time)
FROM (
  SELECT conversation_id, max(time) AS time FROM message
  WHERE id > $1
  GROUP BY conversation_id
) recent
WHERE member.conversation_id = recent.conversation_id AND member.last_activity < recent.time`

export function createActivity({ pool, onError }: { pool: Pool; onError(error: unknown): void }): Activity {
  const pending = new Map<string, Date>()
  let timer: NodeJS.Timeout | null = null
  let flushing: Promise<void> = Promise.resolve()

  async function flush() {
    timer = null
    if (pending.size === 0) return
    const ids = [...pending.keys()]
    const times = [...pending.values()]
    pending.clear()
    await pool.query(TOUCH, [ids, times]).catch(onError)
  }

  return {
    touch(conversationId, time) {
      pending.set(conversationId, time)
      timer ??= setTimeout(() => {
        flushing = flush()
      }, FLUSH_EVERY)
    },
    async heal() {
      await pool.query(HEAL, [lowestIdAt((await databaseTime(pool)) - HEALED_MILLISECONDS)])
    },
    async [Symbol.asyncDispose]() {
      if (timer) clearTimeout(timer)
      await flushing
      await flush()
    },
  }
}
