import type { Pool } from 'pg'

export interface Ended {
  conversationId: string
  userId: string
  partnerId: string
}

const END = {
  name: 'end-conversation',
  text: `
WITH ended AS (
  UPDATE conversation SET ended_at = now(), ended_by = $2
  WHERE id = $1 AND ended_at IS NULL AND $2 IN (low_user_id, high_user_id)
  RETURNING id, CASE WHEN low_user_id = $2 THEN high_user_id ELSE low_user_id END AS partner_id
), left_side AS (
  UPDATE conversation_member SET active = false FROM ended
  WHERE conversation_id = ended.id AND user_id = $2
)
SELECT partner_id FROM ended`,
}

/** Ends an open conversation; null when it had ended or is not theirs, so that its end is told exactly once. */
export async function endConversation(
  pool: Pool,
  conversationId: string,
  userId: string,
): Promise<Ended | null> {
  const { rows } = await pool.query<{ partner_id: string }>({ ...END, values: [conversationId, userId] })
  const [row] = rows
  return row ? { conversationId, userId, partnerId: row.partner_id } : null
}

const BETWEEN = {
  name: 'conversation-between',
  text: `SELECT id FROM conversation WHERE low_user_id = least($1::uuid, $2::uuid)
    AND high_user_id = greatest($1::uuid, $2::uuid) AND ended_at IS NULL`,
}

export async function openConversationBetween(
  pool: Pool,
  userA: string,
  userB: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>({ ...BETWEEN, values: [userA, userB] })
  return rows[0]?.id ?? null
}

/** Of somebody who is gone; in portions, as a list has a bound. */
export async function openConversationsOf(pool: Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT conversation.id FROM conversation_member member
     JOIN conversation ON conversation.id = member.conversation_id
     WHERE member.user_id = $1 AND conversation.ended_at IS NULL LIMIT 100`,
    [userId],
  )
  return rows.map((row) => row.id)
}

export interface Grace {
  /** Runs `leave` after the grace, unless `stays` says then that they are back. A second start changes nothing. */
  start(key: string, leave: () => Promise<void>): void
  [Symbol.asyncDispose](): Promise<void>
}

/** A page that goes away may only be reloading (design §3): leaving waits this long. */
export function createGrace({
  milliseconds,
  onError,
}: {
  milliseconds: number
  onError(error: unknown): void
}): Grace {
  const timers = new Map<string, { timer: NodeJS.Timeout; leave: () => Promise<void> }>()
  return {
    start(key, leave) {
      if (timers.has(key)) return
      const timer = setTimeout(() => {
        timers.delete(key)
        leave().catch(onError)
      }, milliseconds)
      timers.set(key, { timer, leave })
    },
    // A node that stops cannot wait: whoever is not back by now has left.
    async [Symbol.asyncDispose]() {
      const left = [...timers.values()]
      timers.clear()
      for (const { timer } of left) clearTimeout(timer)
      await Promise.all(left.map(({ leave }) => leave().catch(onError)))
    },
  }
}
