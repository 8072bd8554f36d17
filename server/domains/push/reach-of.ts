import type { PushKind } from '#schema/push.ts'
import { hasDevice } from './has-device.ts'
import { readPreferences } from './preferences.ts'
import type { PushContext } from './push-context.ts'
import { quietIn } from './quiet-hours.ts'

export interface Reach {
  /** Whether push messages of this kind are sent to a browser of the member. */
  hasDevice: boolean
  /** In how many milliseconds the quiet hours of the member begin: 0 within them, null without any. */
  quietIn: number | null
}

/** Returns whether and until when a member can be reached by push messages of a kind. */
export async function reachOf(
  context: Pick<PushContext, 'pool' | 'prisma' | 'vapid' | 'clock'>,
  userId: string,
  kind: PushKind,
): Promise<Reach> {
  const [has, { kinds, quietHours }] = await Promise.all([
    hasDevice(context, userId),
    readPreferences(context, userId),
  ])
  return {
    hasDevice: has && kinds.includes(kind),
    quietIn: quietHours && quietIn(quietHours, context.clock.now()),
  }
}
