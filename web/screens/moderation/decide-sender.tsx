import { t } from '@lingui/core/macro'
import { Suspense, useState } from 'react'
import { messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { DECIDE_HELD_OF } from './operations.ts'

const ConfirmDialog = deferred(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog')

interface DecideSenderProps {
  sender: { id: string; displayName: string }
  /** Called with the ids of the decided messages. */
  onDecided(ids: readonly string[]): void
}

/** Two buttons that decide all waiting messages of one sender, each after a question. */
export function DecideSender({ sender, onDecided }: DecideSenderProps) {
  const { toasts } = useServices()
  const { mutate, isMutating } = useMutation(DECIDE_HELD_OF)
  const [release, setRelease] = useState<boolean | null>(null)
  const name = shownName(sender.displayName)

  async function decide(releases: boolean) {
    try {
      const ids = (await mutate({ senderId: sender.id, release: releases })).decideHeldMessagesOf
      toasts.show({ title: releases ? t`Messages sent` : t`Messages refused` })
      onDecided(ids)
    } catch (error) {
      toasts.show({
        title: t`We couldn't save your decision. Please try again.`,
        description: messageOf(error, ''),
        variant: 'destructive',
      })
    }
    setRelease(null)
  }

  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setRelease(true)}>
        {t`Send all from this person`}
      </Button>
      <Button variant="quiet" size="sm" onClick={() => setRelease(false)}>
        {t`Refuse all from this person`}
      </Button>
      {release !== null && (
        <Suspense>
          <ConfirmDialog
            title={release ? t`Send all messages from ${name}?` : t`Refuse all messages from ${name}?`}
            description={t`This decides every message of this person that waits now, also those you have not read.`}
            action={release ? t`Send all` : t`Refuse all`}
            isBusy={isMutating}
            onConfirm={() => void decide(release)}
            onClose={() => setRelease(null)}
          />
        </Suspense>
      )}
    </>
  )
}
