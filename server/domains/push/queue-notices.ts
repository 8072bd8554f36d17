import { v7 as uuidv7 } from 'uuid'
import type { PushServiceName } from '#server/platform/metrics/instruments.ts'
import type { Notice } from './notices.ts'
import type { PushContext } from './push-context.ts'

/**
 * Queues a notice for each browser of its member that wants this kind. One that waits for its next try stays there, with
 * the new content. Rows are stored in the order of their key, to avoid deadlocks.
 */
const QUEUE = {
  name: 'queue-push-notices',
  text: `
INSERT INTO push_delivery (subscription_id, tag, version, service, kind, about_id, conversation_id, created, due)
SELECT subscription.id, notice.tag, notice.version, subscription.service, notice.kind, notice.about_id,
  notice.conversation_id, $2, $2
FROM jsonb_to_recordset($1::jsonb) AS notice(user_id uuid, version uuid, kind text, tag text, about_id uuid, conversation_id uuid)
JOIN push_subscription subscription ON subscription.user_id = notice.user_id
LEFT JOIN push_preference preference ON preference.user_id = notice.user_id
WHERE NOT (notice.kind = ANY(coalesce(preference.muted_kinds, '{}')))
ORDER BY subscription.id, notice.tag
ON CONFLICT (subscription_id, tag) DO UPDATE SET version = EXCLUDED.version, kind = EXCLUDED.kind,
  about_id = EXCLUDED.about_id, conversation_id = EXCLUDED.conversation_id, created = EXCLUDED.created
RETURNING service`,
}

/** Queues notices for the browsers of their members. Returns the services of these browsers. */
export async function queueNotices(
  { pool, clock }: Pick<PushContext, 'pool' | 'clock'>,
  notices: readonly Notice[],
): Promise<PushServiceName[]> {
  if (notices.length === 0) return []
  const rows = notices.map(({ userId, kind, tag, aboutId, conversationId }) => ({
    user_id: userId,
    version: uuidv7(),
    kind,
    tag,
    about_id: aboutId,
    conversation_id: conversationId,
  }))
  const values = [JSON.stringify(rows), new Date(clock.now())]
  const queued = await pool.query<{ service: PushServiceName }>({ ...QUEUE, values })
  return queued.rows.map(({ service }) => service)
}

/** Deletes what is due with a tag. What is being sent now arrives. */
export async function forgetNotice({ pool }: Pick<PushContext, 'pool'>, userId: string, tag: string) {
  await pool.query(
    `DELETE FROM push_delivery USING push_subscription subscription
     WHERE subscription.id = subscription_id AND subscription.user_id = $1 AND tag = $2`,
    [userId, tag],
  )
}
