import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { isReportedAlready, messageOf } from '../../../data/failure.ts'
import { useServices } from '../../../hooks/services.tsx'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { hoursText } from './evening-hours.ts'
import { CANCEL_EVENING, type Planned } from './operations.ts'

interface CancelEveningProps {
  evening: Planned
  /** Whether later evenings of the repetition exist. */
  hasLater: boolean
  onDone(): Promise<void>
  onClose(): void
}

export function CancelEvening({ evening, hasLater, onDone, onClose }: CancelEveningProps) {
  const { toasts } = useServices()
  const { mutate, isMutating } = useMutation(CANCEL_EVENING)
  const [andLater, setAndLater] = useState(false)

  async function cancel() {
    try {
      await mutate({ id: evening.id, andLater })
      await onDone()
    } catch (error) {
      if (!isReportedAlready(error))
        toasts.show({
          title: t`Error`,
          description: messageOf(error, t`Please try again.`),
          variant: 'destructive',
        })
    }
  }

  const { topic } = evening
  const hours = hoursText(evening)
  return (
    <ConfirmDialog
      title={t`Cancel this evening?`}
      description={t`${topic}, ${hours}. Members who wanted a reminder see that it was cancelled.`}
      action={t`Cancel evening`}
      cancel={t`Keep it`}
      isBusy={isMutating}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      {hasLater && (
        <Switch
          label={t`Also the later evenings`}
          checked={andLater}
          onChange={({ target }) => setAndLater(target.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
