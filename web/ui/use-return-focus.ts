import { useRef } from 'react'

/** Returns the focus to the element that opened a dialog. Radix does this only for its own triggers. */
export function useReturnFocus(
  /** The element to focus if the opener is gone. */
  otherwise?: () => HTMLElement | null,
) {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      const known = opener.current
      if (known instanceof HTMLElement && known.isConnected && known !== document.body) known.focus()
      else otherwise?.()?.focus()
    },
  }
}
