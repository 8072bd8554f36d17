import { useEffect } from 'react'

/** A link may lead to a part of the page that was not there yet when the browser looked for it. */
export function useHashScroll() {
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
}
