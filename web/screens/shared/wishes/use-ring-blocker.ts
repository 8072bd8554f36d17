import { desktop } from '../../../desktop.ts'
import { usePush } from '../../../hooks/use-push.ts'
import { pushBlocker } from '../../../state/ring/push-blocker.ts'

/** Returns what keeps this browser from ringing; null while that is not known, and where another device rings. */
export function useRingBlocker() {
  const push = usePush()
  // The desktop app rings by itself.
  return desktop() || !push ? null : pushBlocker(window, push)
}
