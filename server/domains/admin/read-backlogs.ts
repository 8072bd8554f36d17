import type { Platform } from '#server/platform/open-platform.ts'

/** Work that waits on all nodes together. */
export interface Backlog {
  queue: 'appeals' | 'decision_mails' | 'exports' | 'held_messages' | 'order_checks' | 'reports'
  size: number
  /** When the oldest entry was added or became due, in milliseconds; null without an entry. */
  oldest: number | null
}

/** What people decide, and what jobs do at their next run. Each part reads an index of the undecided rows. */
const BACKLOGS = {
  name: 'backlogs',
  text: `
SELECT 'reports' AS queue, count(*)::int AS size, min(created) AS oldest FROM report WHERE status = 'OPEN'
UNION ALL SELECT 'appeals', count(*)::int, min(created) FROM appeal WHERE status = 'OPEN'
UNION ALL SELECT 'held_messages', count(*)::int, min(created) FROM held_message WHERE status = 'HELD'
UNION ALL SELECT 'exports', count(*)::int, min(created) FROM data_export WHERE status IN ('QUEUED', 'RUNNING')
UNION ALL SELECT 'decision_mails', count(*)::int, min(due) FROM decision_mail WHERE due <= $1
UNION ALL SELECT 'order_checks', count(*)::int, min(next_check) FROM "order" WHERE next_check <= $1`,
}

/** Returns how much work waits in each queue, and since when. */
export async function readBacklogs({
  database: { pool },
  clock,
}: Pick<Platform, 'database' | 'clock'>): Promise<Backlog[]> {
  const { rows } = await pool.query<{ queue: Backlog['queue']; size: number; oldest: Date | null }>({
    ...BACKLOGS,
    values: [new Date(clock.now())],
  })
  return rows.map(({ oldest, ...row }) => ({ ...row, oldest: oldest?.getTime() ?? null }))
}
