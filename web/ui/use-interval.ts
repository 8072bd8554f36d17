import { useEffect, useRef } from 'react'

/**
 * Calls the function at an interval while the page is visible, and at once when the page becomes visible after a
 * longer time.
 */
export function useInterval(milliseconds: number, doing: () => void, on = true) {
  const latest = useRef(doing)
  latest.current = doing
  useEffect(() => {
    if (!on) return
    let last = Date.now()
    const again = () => {
      if (document.visibilityState !== 'visible') return
      last = Date.now()
      latest.current()
    }
    const back = () => {
      if (Date.now() - last >= milliseconds) again()
    }
    const timer = setInterval(again, milliseconds)
    document.addEventListener('visibilitychange', back)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', back)
    }
  }, [milliseconds, on])
}
