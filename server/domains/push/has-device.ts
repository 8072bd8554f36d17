import type { PushContext } from './push-context.ts'

/** Each page of a member asks with its session. */
const HAS_DEVICE = {
  name: 'has-push-device',
  text: 'SELECT EXISTS (SELECT 1 FROM push_subscription WHERE user_id = $1) AS "hasDevice"',
}

/** Returns whether a browser of the member gets push messages. Costs nothing on a server without keys. */
export async function hasDevice(
  { pool, vapid }: Pick<PushContext, 'pool' | 'vapid'>,
  userId: string,
): Promise<boolean> {
  if (!vapid) return false
  const { rows } = await pool.query<{ hasDevice: boolean }>({ ...HAS_DEVICE, values: [userId] })
  return rows[0]?.hasDevice ?? false
}
