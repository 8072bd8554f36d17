import { useEffect, useEffectEvent } from 'react'

/** Runs once, after what is on the screen has been drawn and nothing more urgent is waiting. */
export function useWhenIdle(run: () => void) {
  const onIdle = useEffectEvent(run)
  useEffect(() => {
    // Not in every browser.
    if ('requestIdleCallback' in window) {
      const idle = window.requestIdleCallback(() => onIdle(), { timeout: 2_000 })
      return () => window.cancelIdleCallback(idle)
    }
    const timer = setTimeout(() => onIdle(), 300)
    return () => clearTimeout(timer)
  }, [])
}
