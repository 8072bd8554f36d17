import { Suspense, startTransition, useState } from 'react'
import { deferred } from '../../ui/deferred.tsx'
import { useWhenIdle } from '../../ui/use-when-idle.ts'

const Bell = deferred(
  () => import('../notifications/notification-bell.tsx'),
  'NotificationBell',
  // A bell that cannot be loaded keeps nothing else from working. It comes when the connection is back.
  () => null,
)

/** The bell comes after the shell: it has a client of its own, which nobody should wait for. */
export function BellSlot() {
  const [wanted, setWanted] = useState(false)
  // Not as something urgent: nothing stands in its place for the while that it takes to come.
  useWhenIdle(() => startTransition(() => setWanted(true)))
  return (
    <span className="bell">
      <Suspense>{wanted && <Bell />}</Suspense>
    </span>
  )
}
