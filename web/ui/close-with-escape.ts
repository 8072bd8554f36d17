import { isEscapePress } from './keys.ts'
import { belongsToList } from './layers.ts'

/** A key event of React, in the element that handles it. */
interface Press {
  nativeEvent: Parameters<typeof isEscapePress>[0] & { defaultPrevented: boolean }
  currentTarget: { contains(other: Node): boolean }
  target: EventTarget
  preventDefault(): void
}

/**
 * Returns a key handler that closes the dialog around the focus with Escape. Radix gives the key only to the layer that
 * opened last, and that may be a toast.
 */
export const closeWithEscape = (close: () => void) => (event: Press) => {
  const { nativeEvent, currentTarget, target } = event
  const isInside = target instanceof Element && currentTarget.contains(target)
  if (!isInside || nativeEvent.defaultPrevented || !isEscapePress(nativeEvent) || belongsToList(target))
    return
  event.preventDefault()
  close()
}
