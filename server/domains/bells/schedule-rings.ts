import type { BellsContext } from './bells-context.ts'
import type { BegunSearch } from './collect-searches.ts'

/** How many bells a run schedules at most. Those that have rested longest come first. */
const BATCH_SIZE = 500

/** Finds bells that may ring for these searches. A search of the bell's own member counts for none of their bells. */
const FIND = {
  name: 'find-bells-to-ring',
  text: `
SELECT bell.user_id AS "userId", bell.interest, min(bell.rests_until) AS rested
FROM unnest($1::text[], $2::uuid[]) AS begun(interest, user_id)
JOIN interest_bell bell ON bell.interest = begun.interest AND bell.user_id <> begun.user_id
WHERE bell.is_on AND bell.due IS NULL AND bell.rests_until <= $3
GROUP BY bell.user_id, bell.interest ORDER BY rested LIMIT ${BATCH_SIZE}`,
}

const SCHEDULE = {
  name: 'schedule-rings',
  text: `
UPDATE interest_bell bell SET due = scheduled.due
FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS scheduled(user_id, interest, due)
WHERE bell.user_id = scheduled.user_id AND bell.interest = scheduled.interest
  AND bell.is_on AND bell.due IS NULL AND bell.rests_until <= $4`,
}

/** Sets when it is decided whether the bells for these searches ring: each at a random time of its own. */
export async function scheduleRings(
  { pool, clock, delay }: Pick<BellsContext, 'pool' | 'clock' | 'delay'>,
  begun: readonly BegunSearch[],
): Promise<void> {
  if (begun.length === 0) return
  const now = clock.now()
  const { rows } = await pool.query<BegunSearch>({
    ...FIND,
    values: [begun.map(({ interest }) => interest), begun.map(({ userId }) => userId), new Date(now)],
  })
  if (rows.length === 0) return
  const bells = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await pool.query({
    ...SCHEDULE,
    values: [
      bells.map(({ userId }) => userId),
      bells.map(({ interest }) => interest),
      bells.map(() => new Date(now + delay())),
      new Date(now),
    ],
  })
}

/** Rows are locked in the order of their key, to avoid deadlocks. */
const keyOf = ({ userId, interest }: BegunSearch) => `${userId} ${interest}`
