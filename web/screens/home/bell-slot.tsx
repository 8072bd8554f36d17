import { Suspense, startTransition, useState } from 'react'
import { deferred } from '../../ui/deferred.tsx'
import { useWhenIdle } from '../../ui/use-when-idle.ts'

const Bell = deferred(
  () => import('../notifications/notification-bell.tsx'),
  'NotificationBell',
  // If the bell cannot be loaded, everything else still works. It loads when the connection is back.
  () => null,
)

/** Loads the bell when the browser is idle: the shell must not wait for the bell's GraphQL client. */
export function BellSlot() {
  const [wanted, setWanted] = useState(false)
  // A transition keeps the slot empty, without a fallback, while the bell loads.
  useWhenIdle(() => startTransition(() => setWanted(true)))
  return (
    <span className="bell">
      <Suspense>{wanted && <Bell />}</Suspense>
    </span>
  )
}
