import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { ApiFailure } from '../../../data/failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProveForm } from './prove-form.tsx'

interface Waiting {
  proven(): void
  cancelled(): void
}

/** For actions that need a fresh proof: asks for the code where the server wants one, then repeats the action. */
export function useFreshFactor(): {
  /** Rethrows the action's error, also when the member closes the prompt without a code. */
  withFreshFactor(action: () => Promise<void>): Promise<void>
  prompt: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  async function withFreshFactor(action: () => Promise<void>) {
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'FRESH_FACTOR_REQUIRED') throw error
      await new Promise<void>((resolve, reject) =>
        setWaiting({ proven: resolve, cancelled: () => reject(error) }),
      )
      await action()
    }
  }

  function close(then: () => void) {
    setWaiting(null)
    then()
  }

  return {
    withFreshFactor,
    prompt: waiting && (
      <Dialog
        open
        onOpenChange={(open) => !open && close(waiting.cancelled)}
        title={t`Confirm that it's you`}
        description={t`For this, we also need a new code from your authenticator app.`}
      >
        <ProveForm
          action={t`Confirm`}
          onProven={() => close(waiting.proven)}
          onCancel={() => close(waiting.cancelled)}
        />
      </Dialog>
    ),
  }
}
