import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { useServices } from '../../hooks/services.tsx'
import { reportPartner } from '../../state/chat/partner-safety.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { excessOf, TooLong } from '../../ui/too-long.tsx'

interface ReportDialogProps {
  partnerId: string
  partnerName: string
  onClose(): void
  onReported(): void
  /** Missing for a partner who is already blocked. */
  onBlockInstead?(): void
}

export function ReportDialog({
  partnerId,
  partnerName,
  onClose,
  onReported,
  onBlockInstead,
}: ReportDialogProps) {
  const services = useServices()
  const id = useId()
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)
  const tooLong = excessOf(reason, LIMITS.reportReason.max) > 0

  async function submit() {
    setSending(true)
    const taken = await reportPartner(services, partnerId, reason.trim())
    setSending(false)
    if (taken) onReported()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      focusAfter={() => document.getElementById('message')}
      title={t`Report User`}
      description={t`${partnerName} won't be told. The chat ends, you won't be matched again, and we keep the last messages for review.`}
    >
      <div className="field">
        <label className="label" htmlFor={id}>
          {t`What happened?`}
        </label>
        <textarea
          id={id}
          dir="auto"
          className="input"
          value={reason}
          aria-invalid={tooLong || undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => setReason(event.target.value)}
        />
        <TooLong id={`${id}-error`} text={reason} max={LIMITS.reportReason.max} />
      </div>
      {onBlockInstead && (
        <button type="button" className="link block-instead" data-quiet onClick={onBlockInstead}>
          {t`Block without a report`}
        </button>
      )}
      <div className="actions">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button
          variant="danger"
          disabled={reason.trim() === '' || tooLong}
          loading={sending}
          onClick={() => void submit()}
        >
          {t`Submit Report`}
        </Button>
      </div>
    </Dialog>
  )
}
