import type { SearchEvening } from '#schema/ring.ts'
import type { EveningsContext } from './evenings-context.ts'

const RUNNING = {
  name: 'running-evening',
  text: `SELECT id, topic, ends_at FROM evening
    WHERE id = $1 AND cancelled_at IS NULL AND starts_at <= $2 AND ends_at > $2`,
}

/** Returns an evening while it runs; null before, afterwards, and once it is cancelled. */
export async function runningEvening(
  { pool, clock }: Pick<EveningsContext, 'pool' | 'clock'>,
  eveningId: string,
): Promise<SearchEvening | null> {
  const values = [eveningId, new Date(clock.now())]
  const { rows } = await pool.query<{ id: string; topic: string; ends_at: Date }>({ ...RUNNING, values })
  const [row] = rows
  return row ? { id: row.id, topic: row.topic, endsAt: row.ends_at.toISOString() } : null
}
