import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { REPORT_CATEGORIES, type ReportCategory } from '#schema/chat.ts'
import { excessOf } from '#schema/graphemes.ts'
import { LIMITS } from '#schema/limits.ts'
import { isVisible } from '#schema/visible.ts'
import { useServices } from '../../hooks/services.tsx'
import { REPORT_CATEGORY_LABELS } from '../../i18n/report-categories.ts'
import { reportPartner } from '../../state/chat/partner-safety.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TooLong } from '../../ui/too-long.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { fillReason } from './fill-reason.ts'

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
  const [category, setCategory] = useState<ReportCategory | null>(null)
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)
  const excess = excessOf(reason.trim(), LIMITS.reportReason.max)
  const tooLong = excess > 0

  const choices = REPORT_CATEGORIES.map((value) => ({ value, label: i18n._(REPORT_CATEGORY_LABELS[value]) }))

  function choose(value: string | undefined) {
    const chosen = choices.find((choice) => choice.value === value)
    if (!chosen) return
    setCategory(chosen.value)
    setReason(
      fillReason(
        reason,
        chosen.label,
        choices.map(({ label }) => label),
      ),
    )
  }

  async function submit() {
    setSending(true)
    const taken = await reportPartner(services, partnerId, { reason: reason.trim(), category })
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
      <Unsaved when={isVisible(reason)} />
      <Choices
        legend={t`What is it about?`}
        name={`${id}-category`}
        choices={choices}
        value={category ? [category] : []}
        onChange={([value]) => choose(value)}
      />
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
        <TooLong id={`${id}-error`} excess={excess} max={LIMITS.reportReason.max} />
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
          disabled={!isVisible(reason) || tooLong}
          loading={sending}
          onClick={() => void submit()}
        >
          {t`Submit Report`}
        </Button>
      </div>
    </Dialog>
  )
}
