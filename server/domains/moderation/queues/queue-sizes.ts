import { type Database, readListSizes } from '#server/platform/postgres/index.ts'

export type QueueStatus = 'OPEN' | 'DECIDED'
type Queue = 'report' | 'appeal'

/** The cases about one member, which that member does not see as staff. */
const OWN: Record<Queue, { name: string; text: string }> = {
  report: {
    name: 'own-report-counts',
    text: `SELECT (count(*) FILTER (WHERE status = 'OPEN'))::int AS "OPEN",
      (count(*) FILTER (WHERE status <> 'OPEN'))::int AS "DECIDED" FROM report WHERE reported_id = $1`,
  },
  appeal: {
    name: 'own-appeal-counts',
    text: `SELECT (count(*) FILTER (WHERE status = 'OPEN'))::int AS "OPEN",
      (count(*) FILTER (WHERE status <> 'OPEN'))::int AS "DECIDED" FROM appeal WHERE user_id = $1`,
  },
}

/** Returns how many cases of a queue a member of staff may see: all but those about themselves. */
export async function queueSize(
  { pool }: Pick<Database, 'pool'>,
  queue: Queue,
  status: QueueStatus,
  staffId: string,
): Promise<number> {
  const [sizeOf, own] = await Promise.all([
    readListSizes(pool),
    pool.query<Record<QueueStatus, number>>({ ...OWN[queue], values: [staffId] }),
  ])
  return sizeOf(`${queue}:${status}`) - (own.rows[0]?.[status] ?? 0)
}
