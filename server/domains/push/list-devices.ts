import type { PushDevice } from '#schema/push.ts'
import { describeBrowser, type Member } from '#server/domains/accounts/index.ts'
import type { PushContext } from './push-context.ts'

const DEVICES = `
SELECT push_subscription.id, session.user_agent AS "userAgent", session.token_hash AS "tokenHash",
  push_subscription.created, push_subscription.last_sent AS "lastSent"
FROM push_subscription JOIN session ON session.id = push_subscription.session_id
WHERE push_subscription.user_id = $1 AND session.revoked_at IS NULL AND session.expires > $2
ORDER BY push_subscription.created DESC, push_subscription.id DESC`

interface Row {
  id: string
  userAgent: string | null
  tokenHash: Buffer
  created: Date
  lastSent: Date | null
}

/** Returns the member's browsers that get push messages: the one of the session first, then the newest. */
export async function listDevices(
  { pool, clock }: Pick<PushContext, 'pool' | 'clock'>,
  { id: userId, sessionKey }: Pick<Member, 'id' | 'sessionKey'>,
): Promise<PushDevice[]> {
  const { rows } = await pool.query<Row>(DEVICES, [userId, new Date(clock.now())])
  const devices = rows.map(({ id, userAgent, tokenHash, created, lastSent }) => ({
    id,
    current: tokenHash.toString('base64url') === sessionKey,
    ...describeBrowser(userAgent),
    created: created.toISOString(),
    lastSent: lastSent?.toISOString() ?? null,
  }))
  return devices.sort((a, b) => Number(b.current) - Number(a.current))
}
