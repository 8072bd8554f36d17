import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useServices } from '../../hooks/services.tsx'
import { blockPartner } from '../../state/chat/partner-safety.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface BlockDialogProps {
  partnerId: string
  partnerName: string
  onClose(): void
  onBlocked(): void
}

/** Blocks without a report: no moderator reviews anything, and the partner is not told. */
export function BlockDialog({ partnerId, partnerName, onClose, onBlocked }: BlockDialogProps) {
  const services = useServices()
  const [sending, setSending] = useState(false)

  async function block() {
    setSending(true)
    const taken = await blockPartner(services, partnerId)
    setSending(false)
    if (taken) onBlocked()
  }

  return (
    <ConfirmDialog
      title={t`Block ${partnerName}?`}
      description={t`The chat ends. You won't be matched again, and you can't find, see or write to each other. They won't be told. Did they break the rules? Then report them instead. That blocks them too.`}
      action={t`Block`}
      isBusy={sending}
      // Also when the report dialog opened this one: that dialog is closed by now.
      focusAfter={() => document.getElementById('message')}
      onConfirm={() => void block()}
      onClose={onClose}
    >
      <p className="caption ink-3 block-undo">{t`You can undo this in Settings, under Safety centre.`}</p>
    </ConfirmDialog>
  )
}
