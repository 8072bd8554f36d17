import { useId, useState } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { useMember } from '../../state/member-react.tsx'
import { useServices } from '../../state/react.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ReportDialogProps {
  conversationId: string
  partnerName: string
  onClose(): void
  onReport(reason: string): Promise<boolean>
  onBlockInstead(): void
}

export function ReportDialog({
  conversationId,
  partnerName,
  onClose,
  onReport,
  onBlockInstead,
}: ReportDialogProps) {
  const { toasts } = useServices()
  const { chat, refreshLists } = useMember()
  const id = useId()
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)

  async function submit() {
    setSending(true)
    const taken = await onReport(reason.trim())
    setSending(false)
    if (!taken) return
    onClose()
    chat.leave(conversationId)
    refreshLists()
    toasts.show({
      title: 'User Reported and Blocked',
      description: 'What comes of it will stand in Settings, under Safety centre.',
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Report User"
      description={`${partnerName} will not learn of it. The conversation ends, you two will not meet again, and what was said last is kept for our review.`}
    >
      <div className="field">
        <label className="label" htmlFor={id}>
          What happened?
        </label>
        <textarea
          id={id}
          className="input"
          maxLength={LIMITS.reportReason.max}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      <button type="button" className="link block-instead" data-quiet onClick={onBlockInstead}>
        Block without a report
      </button>
      <div className="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger"
          disabled={reason.trim() === ''}
          loading={sending}
          onClick={() => void submit()}
        >
          Submit Report
        </Button>
      </div>
    </Dialog>
  )
}
