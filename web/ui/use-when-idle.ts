import { useEffect, useEffectEvent } from 'react'

/** Calls the function once, after the first paint, when the browser is idle. */
export function useWhenIdle(run: () => void) {
  const onIdle = useEffectEvent(run)
  useEffect(() => {
    // requestIdleCallback is missing in some browsers.
    if ('requestIdleCallback' in window) {
      const idle = window.requestIdleCallback(() => onIdle(), { timeout: 2_000 })
      return () => window.cancelIdleCallback(idle)
    }
    const timer = setTimeout(() => onIdle(), 300)
    return () => clearTimeout(timer)
  }, [])
}
