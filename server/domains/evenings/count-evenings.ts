import { LIMITS } from '#schema/limits.ts'
import { RETENTION } from '#schema/retention.ts'
import { inTransaction } from '#server/platform/postgres/index.ts'
import type { EveningsContext } from './evenings-context.ts'

/** Conversations have this time to become long, in milliseconds. */
const COUNTED_AFTER = RETENTION.eveningDays * 24 * 60 * 60_000

const CLAIM = `SELECT id, starts_at FROM evening WHERE ends_at <= $1 AND counted_at IS NULL
  ORDER BY ends_at LIMIT 1 FOR UPDATE SKIP LOCKED`
const COUNT_MEMBERS = `SELECT count(*)::int AS members FROM evening_member WHERE evening_id = $1 AND searched_at IS NOT NULL`
const SAVE = `UPDATE evening SET counted_at = $2, members = $3, conversations = $4, median_messages = $5 WHERE id = $1`
const FORGET = 'DELETE FROM evening_member WHERE evening_id = $1'

type CountingContext = Pick<EveningsContext, 'pool' | 'clock' | 'chat'>

/** Stores the figures of the evenings that ended a day ago, and deletes who searched within them or wanted a reminder. */
export async function countEvenings(context: CountingContext): Promise<void> {
  while (await countNext(context));
}

/** Returns whether there was an evening to count. Figures of fewer than 20 members are not stored. */
const countNext = ({ pool, clock, chat }: CountingContext): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const now = clock.now()
    const claimed = await client.query<{ id: string; starts_at: Date }>(CLAIM, [
      new Date(now - COUNTED_AFTER),
    ])
    const [evening] = claimed.rows
    if (!evening) return false
    const { rows } = await client.query<{ members: number }>(COUNT_MEMBERS, [evening.id])
    const members = rows[0]?.members ?? 0
    const isShown = members >= LIMITS.searchWaitMembers
    const counted = isShown ? await chat.countEvening(evening.id, evening.starts_at.getTime(), now) : null
    await client.query(SAVE, [
      evening.id,
      new Date(now),
      isShown ? members : null,
      counted?.conversations ?? null,
      counted?.medianMessages ?? null,
    ])
    await client.query(FORGET, [evening.id])
    return true
  })
