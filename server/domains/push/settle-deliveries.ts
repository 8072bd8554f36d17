import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { PushContext } from './push-context.ts'

type Pool = Pick<PushContext, 'pool'>
type Key = Pick<ClaimedDelivery, 'subscriptionId' | 'tag' | 'version'>

const keysOf = (deliveries: readonly Key[]) => [
  deliveries.map(({ subscriptionId }) => subscriptionId),
  deliveries.map(({ tag }) => tag),
  deliveries.map(({ version }) => version),
]

const CLAIMED = 'unnest($1::uuid[], $2::text[], $3::uuid[]) AS claimed(subscription_id, tag, version)'
const SAME_ROW = 'delivery.subscription_id = claimed.subscription_id AND delivery.tag = claimed.tag'

/** A notice that came while this one was sent has another version, and is due now. */
const FINISH = `
WITH finished AS (
  DELETE FROM push_delivery delivery USING ${CLAIMED} WHERE ${SAME_ROW} AND delivery.version = claimed.version
)
UPDATE push_delivery delivery SET due = $4, attempts = 0
FROM ${CLAIMED} WHERE ${SAME_ROW} AND delivery.version <> claimed.version`

/** Deletes messages that need no further try. */
export async function finishDeliveries({ pool }: Pool, deliveries: readonly Key[], now: number) {
  if (deliveries.length > 0) await pool.query(FINISH, [...keysOf(deliveries), new Date(now)])
}

/** Makes a message due at another time, without counting a try when `attempts` is given. */
export async function postponeDelivery(
  { pool }: Pool,
  { subscriptionId, tag }: Key,
  { due, attempts }: { due: number; attempts: number },
) {
  await pool.query(
    'UPDATE push_delivery SET due = $3, attempts = $4 WHERE subscription_id = $1 AND tag = $2',
    [subscriptionId, tag, new Date(due), attempts],
  )
}

/** Records that the service took a message for the browser. */
export async function recordSent({ pool }: Pool, { subscriptionId }: Key, now: number) {
  await pool.query('UPDATE push_subscription SET last_sent = $2 WHERE id = $1', [
    subscriptionId,
    new Date(now),
  ])
}

/** Deletes a subscription that does not work any more, with what is due for it. */
export async function deleteSubscription({ pool }: Pool, { subscriptionId }: Key) {
  await pool.query('DELETE FROM push_subscription WHERE id = $1', [subscriptionId])
}
