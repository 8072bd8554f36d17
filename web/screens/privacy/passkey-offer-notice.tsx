import { t } from '@lingui/core/macro'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { PASSKEYS } from './operations.ts'

interface PasskeyOfferNoticeProps {
  onAdded(): void
  onPause(): void
  onRefuse(): void
}

/** Offers a passkey to a member who has none. */
export const PasskeyOfferNotice = (props: PasskeyOfferNoticeProps) => (
  <GraphqlProvider>
    <OfferWithoutPasskeys {...props} />
  </GraphqlProvider>
)

function OfferWithoutPasskeys({ onAdded, onPause, onRefuse }: PasskeyOfferNoticeProps) {
  const { data } = useQuery(PASSKEYS, {})
  const [isAdding, setAdding] = useState(false)
  if (data?.passkeys.length !== 0) return null
  return (
    <section className="notice" data-tone="you" aria-label={t`Passkeys`}>
      <KeyRound className="icon" aria-hidden="true" />
      <strong>{t`Log in without your password`}</strong>
      <span>{t`Save a passkey on this device. Next time, your fingerprint, face or screen lock is enough.`}</span>
      <div className="notice-actions">
        <Button size="sm" variant="quiet" onClick={() => setAdding(true)}>
          {t`Add a passkey`}
        </Button>
        <Button size="sm" variant="quiet" onClick={onPause}>
          {t`Not now`}
        </Button>
        <Button size="sm" variant="quiet" onClick={onRefuse}>
          {t`Don't ask again`}
        </Button>
      </div>
      {isAdding && <AddPasskeyDialog onAdded={async () => onAdded()} onClose={() => setAdding(false)} />}
    </section>
  )
}
