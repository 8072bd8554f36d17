import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

const Bell = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('../notifications/notification-bell.tsx')).NotificationBell }
  } catch {
    // A bell that cannot be loaded keeps nothing else from working.
    return { default: () => null }
  }
})

/** The bell comes after the shell: it has a client of its own, which nobody should wait for. */
export function BellSlot() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    // Not in every browser.
    if ('requestIdleCallback' in window) {
      const idle = window.requestIdleCallback(want, { timeout: 2_000 })
      return () => window.cancelIdleCallback(idle)
    }
    const timer = setTimeout(want, 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className="bell">
      <Suspense>{wanted && <Bell />}</Suspense>
    </span>
  )
}
