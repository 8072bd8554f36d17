import type { PushState } from '#schema/push.ts'
import { type PushSupport, type PushWindow, pushSupport } from '../push/push-support.ts'

/**
 * Returns what keeps a search in the closed app from ringing the member: this browser cannot show notifications, also if it
 * could earlier, and the member has no other device that gets push messages. Null if nothing does.
 */
export function pushBlocker(
  window: PushWindow,
  { devices }: Pick<PushState, 'devices'>,
): Exclude<PushSupport, 'possible'> | null {
  const support = pushSupport(window)
  return support === 'possible' || devices.some(({ current }) => !current) ? null : support
}
