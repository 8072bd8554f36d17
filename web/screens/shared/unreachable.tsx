import { t } from '@lingui/core/macro'
import { useTransition } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'

const { name: product } = PRODUCT

/** Shown at a member's address while the server cannot be reached. The session store retries; the button retries at once. */
export function Unreachable() {
  const { session } = useServices()
  const state = useStore(session)
  const [isAsking, startAsking] = useTransition()
  return (
    <main className="page">
      <h1 className="display">{t`We can't reach ${product}.`}</h1>
      <p className="body ink-2" role="alert">
        {state.status === 'unreachable' && state.message}
      </p>
      <Button variant="primary" size="lg" loading={isAsking} onClick={() => startAsking(session.start)}>
        {t`Try again`}
      </Button>
      <p className="caption ink-3">{t`We'll keep trying.`}</p>
    </main>
  )
}
