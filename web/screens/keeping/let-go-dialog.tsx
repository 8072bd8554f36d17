import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { letGo } from '../../state/keeping/let-go.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface LetGoDialogProps {
  userId: string
  name: string
  onClose(): void
}

/** Asks before the member lets someone go. */
export function LetGoDialog({ userId, name, onClose }: LetGoDialogProps) {
  const { api, toasts } = useServices()
  const { refreshLists } = useMember()
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    const isGone = await letGo({ api, toasts }, userId)
    setBusy(false)
    if (!isGone) return
    onClose()
    refreshLists()
  }

  return (
    <ConfirmDialog
      title={t`Let go of ${name}?`}
      description={t`You'll no longer see each other under Kept, and your note is deleted. They won't be told.`}
      action={t`Let go`}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
