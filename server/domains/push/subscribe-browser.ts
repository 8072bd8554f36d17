import { createECDH } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { LIMITS } from '#schema/limits.ts'
import type { PushDevice, PushSubscriptionRequest } from '#schema/push.ts'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import { text } from '#schema/translatable.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { inTransaction } from '#server/platform/postgres/index.ts'
import { listDevices } from './list-devices.ts'
import type { PushContext } from './push-context.ts'
import { pushServiceOf } from './push-services.ts'

/** A browser keeps its address when another member logs in, so the newest session has it. */
const REPLACE = `
DELETE FROM push_subscription USING session
WHERE endpoint = $1 OR (session.id = session_id AND session.token_hash = $2)`

const STORE = `
INSERT INTO push_subscription (id, user_id, session_id, endpoint, service, p256dh, auth, server_key, created)
SELECT $3, user_id, id, $1, $4, $5, $6, $7, $8 FROM session
WHERE token_hash = $2 AND user_id = $9 AND revoked_at IS NULL
FOR SHARE`

const KEEP_NEWEST = `
DELETE FROM push_subscription WHERE id IN (
  SELECT id FROM push_subscription WHERE user_id = $1 ORDER BY created DESC, id DESC OFFSET ${LIMITS.pushDevices}
)`

/**
 * Sends push messages to the browser of the session from now on.
 * @throws ApiError NOT_FOUND without keys; INVALID for another push service or a wrong key; RATE_LIMITED
 */
export async function subscribeBrowser(
  context: PushContext,
  member: Pick<Member, 'id' | 'sessionKey'>,
  { endpoint, p256dh, auth }: PushSubscriptionRequest,
): Promise<PushDevice> {
  const { pool, clock, limits, vapid, services } = context
  await limits.consume('pushByAccount', member.id)
  if (!vapid) throw new ApiError('NOT_FOUND', text('This server sends no push notifications.'))
  const service = pushServiceOf(endpoint, services)
  if (service === null)
    throw new ApiError('INVALID', text('We do not know the push service of this browser.'))
  if (!isPublicKey(p256dh))
    throw new ApiError('INVALID', text('This browser sent a key that does not work. Please try again.'))
  const session = Buffer.from(member.sessionKey, 'base64url')
  const created = new Date(clock.now())
  await inTransaction(pool, async (client) => {
    await client.query(REPLACE, [endpoint, session])
    const values = [endpoint, session, uuidv7(), service, p256dh, auth, vapid.publicKey, created, member.id]
    await client.query(STORE, values)
    await client.query(KEEP_NEWEST, [member.id])
  })
  const device = (await listDevices(context, member)).find(({ current }) => current)
  if (!device) throw new ApiError('UNAUTHENTICATED', SESSION_EXPIRED)
  return device
}

function isPublicKey(p256dh: string): boolean {
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
