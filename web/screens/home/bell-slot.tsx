import { Bell as BellIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

/** In the place of the bell until it is there, so that nothing moves when it comes. */
const StillBell = () => (
  <span className="icon-button" aria-hidden="true">
    <BellIcon className="icon" data-size="md" />
  </span>
)

const Bell = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('../notifications/notification-bell.tsx')).NotificationBell }
  } catch {
    // A bell that cannot be loaded keeps nothing else from working.
    return { default: StillBell }
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
      {wanted ? (
        <Suspense fallback={<StillBell />}>
          <Bell />
        </Suspense>
      ) : (
        <StillBell />
      )}
    </span>
  )
}
