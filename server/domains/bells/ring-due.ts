import { TIMING } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import { interestNameIn } from '#server/platform/interest-keys.ts'
import { inTransaction } from '#server/platform/postgres/index.ts'
import type { BellsContext } from './bells-context.ts'
import { type DueBell, findReason, type Reason } from './find-reason.ts'

/** How many bells a node decides at once. */
const BATCH_SIZE = 20
/** How many batches a run decides at most. The rest waits for the next run, or another node. */
const MAX_BATCHES = 10
/** After a crash, another node decides then. In milliseconds. */
const LEASE = 60_000
/** How long a bell rests that did not ring, and every other bell of a member after a ring, in milliseconds. */
const SHORT_REST = 60 * 60_000

/** Claims bells that are due, by moving them behind the lease. */
const CLAIM = {
  name: 'claim-due-bells',
  text: `
WITH due AS (
  SELECT user_id, interest FROM interest_bell WHERE due <= $1
  ORDER BY due LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
)
UPDATE interest_bell bell SET due = $2 FROM due
WHERE bell.user_id = due.user_id AND bell.interest = due.interest
RETURNING bell.user_id AS "userId", bell.interest`,
}

/** Decides about the bells that are due, and rings those for which someone is searching. */
export async function ringDue(context: BellsContext): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const now = context.clock.now()
    const lease = new Date(now + LEASE)
    const { rows } = await context.pool.query<DueBell>({ ...CLAIM, values: [new Date(now), lease] })
    for (const bell of rows) await decide(context, bell, lease)
    if (rows.length < BATCH_SIZE) return
  }
}

async function decide(context: BellsContext, bell: DueBell, lease: Date): Promise<void> {
  const reason = await findReason(context, bell)
  if (!reason) return rest(context, bell, lease)
  if (await takeRing(context, bell, lease)) await ring(context, bell, reason)
}

const rest = async ({ pool, clock }: BellsContext, { userId, interest }: DueBell, lease: Date) => {
  await pool.query(
    'UPDATE interest_bell SET due = NULL, rests_until = $4 WHERE user_id = $1 AND interest = $2 AND due = $3',
    [userId, interest, lease, new Date(clock.now() + SHORT_REST)],
  )
}

/** Locks all bells of the member: two that are due at once do not ring for the same search. */
const LOCK = `SELECT interest, due FROM interest_bell WHERE user_id = $1 ORDER BY interest FOR UPDATE`
const TAKE = `
UPDATE interest_bell SET due = NULL, rests_until = CASE WHEN interest = $2 THEN $3 ELSE greatest(rests_until, $4) END
WHERE user_id = $1`

/** Records the one ring of the day. Returns false when the bell was turned off, or another node has decided. */
const takeRing = (
  { pool, clock }: Pick<BellsContext, 'pool' | 'clock'>,
  { userId, interest }: DueBell,
  lease: Date,
): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ interest: string; due: Date | null }>(LOCK, [userId])
    const bell = rows.find((row) => row.interest === interest)
    if (bell?.due?.getTime() !== lease.getTime()) return false
    const now = clock.now()
    const until = [new Date(now + TIMING.bellRests), new Date(now + SHORT_REST)]
    await client.query(TAKE, [userId, interest, ...until])
    return true
  })

async function ring(
  { events, inbox, onError }: BellsContext,
  { userId, interest }: DueBell,
  { name }: Reason,
): Promise<void> {
  await events.emit('bellRang', { userId, interest })
  await inbox
    .post([
      {
        userId,
        kind: 'interest_bell',
        heading: ({ language, say }) =>
          say(text('Someone who likes {name} is looking', { name: interestNameIn(language, name) })),
        body: text('Press Find Match to join in. They may have found someone by now.'),
        path: '/',
        dedupeKey: `bell:${interest}`,
      },
    ])
    .catch(onError)
}
