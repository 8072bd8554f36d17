import { useEffect } from 'react'

/** Scrolls to the address's hash after rendering: the browser may have looked for the element too early. */
export function useHashScroll() {
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
}
