import type { PushKind } from '#schema/push.ts'
import { UNREAD } from '#server/domains/notifications/index.ts'
import type { PushServiceName } from '#server/platform/metrics/instruments.ts'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import { isEveningAhead } from '#server/platform/postgres/evening-sql.ts'
import { eveningInTag } from './notices.ts'
import type { PushContext } from './push-context.ts'

/** How many messages of a service a node sends at once. */
const BATCH_SIZE = 20
/** Longer than a service may take to answer: after a crash, another node sends the message then. In milliseconds. */
const LEASE = 60_000

/** A message that this node sends, with everything that decides about it. */
export interface ClaimedDelivery {
  subscriptionId: string
  tag: string
  version: string
  kind: PushKind
  conversationId: string | null
  created: Date
  attempts: number
  userId: string
  endpoint: string
  p256dh: string
  auth: string
  serverKey: string
  language: string
  ownName: string
  partnerName: string | null
  /** The interests of a member whose bell rang; null for other kinds. */
  interests: string[] | null
  mutedKinds: string[] | null
  showsNames: boolean | null
  quietFrom: string | null
  quietUntil: string | null
  timeZone: string | null
  /** The session is live and the account active. */
  canReceive: boolean
  /** The member it is about can be met, and what it tells is still new. */
  isCurrent: boolean
}

/**
 * Claims what is due at one service, by moving it behind the lease. The session, the account, blocks and read messages are
 * checked here, right before the send.
 */
const CLAIM = `
WITH due AS (
  SELECT subscription_id, tag FROM push_delivery
  WHERE service = $1 AND due <= $2 ORDER BY due LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
), delivery AS (
  UPDATE push_delivery claimed SET due = $3, attempts = attempts + 1 FROM due
  WHERE claimed.subscription_id = due.subscription_id AND claimed.tag = due.tag
  RETURNING claimed.*
)
SELECT delivery.subscription_id AS "subscriptionId", delivery.tag, delivery.version, delivery.kind,
  delivery.conversation_id AS "conversationId", delivery.created, delivery.attempts,
  subscription.user_id AS "userId", subscription.endpoint, subscription.p256dh, subscription.auth,
  subscription.server_key AS "serverKey",
  own.language, own.display_name AS "ownName", partner.display_name AS "partnerName",
  CASE WHEN delivery.kind = 'interest' THEN own.interests END AS interests,
  preference.muted_kinds AS "mutedKinds", preference.shows_names AS "showsNames",
  preference.quiet_from AS "quietFrom", preference.quiet_until AS "quietUntil", preference.time_zone AS "timeZone",
  session.revoked_at IS NULL AND session.expires > $2 AND ${isActiveAccount('own', '$2')} AS "canReceive",
  (delivery.kind <> 'message' OR unread.count > 0)
    AND CASE WHEN delivery.kind = 'evening' THEN ${isEveningAhead(eveningInTag('delivery.tag'), '$2')} ELSE true END
    AND (delivery.about_id IS NULL OR (${isActiveAccount('partner', '$2')}
      AND NOT ${isBlockedEitherWay('subscription.user_id', 'delivery.about_id')})) IS TRUE AS "isCurrent"
FROM delivery
JOIN push_subscription subscription ON subscription.id = delivery.subscription_id
JOIN session ON session.id = subscription.session_id
JOIN "user" own ON own.id = subscription.user_id
LEFT JOIN "user" partner ON partner.id = delivery.about_id
LEFT JOIN push_preference preference ON preference.user_id = subscription.user_id
LEFT JOIN conversation_member member
  ON member.conversation_id = delivery.conversation_id AND member.user_id = subscription.user_id
${UNREAD}`

/** Claims up to `BATCH_SIZE` messages that are due at a service. */
export async function claimDeliveries(
  { pool, clock }: Pick<PushContext, 'pool' | 'clock'>,
  service: PushServiceName,
): Promise<ClaimedDelivery[]> {
  const now = clock.now()
  const { rows } = await pool.query<ClaimedDelivery>(CLAIM, [service, new Date(now), new Date(now + LEASE)])
  return rows
}
