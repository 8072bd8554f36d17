import { v7 as uuidv7 } from 'uuid'
import type { DomainEvents } from '#server/events.ts'
import type { PushServiceName } from '#server/platform/metrics/instruments.ts'
import type { PushContext } from './push-context.ts'

/**
 * How long messages are collected before one statement queues their notices, in milliseconds. A page that shows the
 * conversation marks it as read in the meantime.
 */
const COLLECT_FOR = 1_000

/** Queues a notice of each conversation for the browsers of the member who did not write. */
const QUEUE = {
  name: 'queue-message-notices',
  text: `
INSERT INTO push_delivery (subscription_id, tag, version, service, kind, about_id, conversation_id, created, due)
SELECT subscription.id, 'conversation:' || sent.conversation_id, sent.version, subscription.service, 'message',
  sent.sender_id, sent.conversation_id, $4, $4
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS sent(conversation_id, sender_id, version)
JOIN conversation_member member ON member.conversation_id = sent.conversation_id AND member.partner_id = sent.sender_id
JOIN push_subscription subscription ON subscription.user_id = member.user_id
LEFT JOIN push_preference preference ON preference.user_id = member.user_id
WHERE NOT ('message' = ANY(coalesce(preference.muted_kinds, '{}')))
ORDER BY subscription.id, sent.conversation_id
ON CONFLICT (subscription_id, tag) DO UPDATE SET version = EXCLUDED.version, kind = EXCLUDED.kind,
  about_id = EXCLUDED.about_id, created = EXCLUDED.created
RETURNING service`,
}

/** Collects the conversations with new messages: a message itself costs no statement. */
export function createMessageNotices({
  pool,
  clock,
  onError,
  onQueued,
}: Pick<PushContext, 'pool' | 'clock' | 'onError'> & {
  /** Receives the services for which notices were queued. */
  onQueued(services: PushServiceName[]): void
}) {
  let collected = new Map<string, { conversationId: string; senderId: string }>()
  let timer: NodeJS.Timeout | null = null

  async function flush() {
    if (timer) clearTimeout(timer)
    timer = null
    const sent = [...collected.values()]
    collected = new Map()
    if (sent.length === 0) return
    const values = [
      sent.map(({ conversationId }) => conversationId),
      sent.map(({ senderId }) => senderId),
      sent.map(() => uuidv7()),
      new Date(clock.now()),
    ]
    const { rows } = await pool.query<{ service: PushServiceName }>({ ...QUEUE, values })
    onQueued(rows.map(({ service }) => service))
  }

  return {
    /** Returns at once. A node that dies within a second tells nothing; the mail about unread messages remains. */
    add({ conversationId, senderId }: Pick<DomainEvents['messageSent'], 'conversationId' | 'senderId'>) {
      collected.set(`${conversationId} ${senderId}`, { conversationId, senderId })
      timer ??= setTimeout(() => void flush().catch(onError), COLLECT_FOR)
    },
    /** Queues what is collected. */
    flush,
  }
}
