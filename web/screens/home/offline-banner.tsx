import { t } from '@lingui/core/macro'
import { WifiOff } from 'lucide-react'
import { useMember } from '../../hooks/member.tsx'
import { useStore } from '../../hooks/services.tsx'

/** A banner at the top of the page while it has no live connection. */
export function OfflineBanner() {
  const connected = useStore(useMember().stream.connected)
  return (
    <div role="status">
      {!connected && (
        <p className="offline-banner">
          <WifiOff className="icon" data-size="sm" aria-hidden="true" />
          <span>{t`You’re offline. We’re trying to reconnect.`}</span>
        </p>
      )}
    </div>
  )
}
