import { useEffect, useState } from 'react'

/** CSS pixels that the window loses at least to an on-screen keyboard. A browser's own bars take less. */
const KEYBOARD = 130

/** Returns whether an on-screen keyboard is open: on a touch screen, the window is lower than it was at the same width. */
export function useKeyboardOpen(): boolean {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const view = window.visualViewport
    if (!view || !window.matchMedia('(pointer: coarse)').matches) return
    // Zooming in does not change these.
    const size = () => ({ width: Math.round(view.width * view.scale), height: view.height * view.scale })
    let largest = size()
    function measure() {
      const now = size()
      // The device was turned, or another window took its place.
      if (now.width !== largest.width || now.height > largest.height) largest = now
      setIsOpen(largest.height - now.height >= KEYBOARD)
    }
    view.addEventListener('resize', measure)
    return () => view.removeEventListener('resize', measure)
  }, [])
  return isOpen
}
