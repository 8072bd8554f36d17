import { useRef } from 'react'

/** Radix gives the focus back to a trigger; here what opened a dialog is none, so it is remembered. */
export function useReturnFocus(
  /** Where to, if what opened it has gone meanwhile. */
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
