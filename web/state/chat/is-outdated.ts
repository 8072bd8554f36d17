import { TIMING } from '#schema/limits.ts'
import type { ShownMessage } from './messages.ts'

/**
 * Milliseconds after which a message is not sent anymore. Its chat may be over by then, and the two are not matched again any
 * sooner, so it reaches no later chat of the two.
 */
const SENT_WITHIN = TIMING.rematchAfter

/** Whether a message waited too long to be sent. The clock of the device may have been set back. */
export const isOutdated = ({ time }: Pick<ShownMessage, 'time'>, now: number) =>
  Math.abs(now - Date.parse(time)) > SENT_WITHIN
