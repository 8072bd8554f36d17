import { useState } from 'react'
import { Link } from 'react-router'
import { isToldAlready, messageOf } from '../../data/failure.ts'
import { useMember } from '../../state/member-react.tsx'
import { useServices } from '../../state/react.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface BlockDialogProps {
  conversationId: string
  partnerId: string
  partnerName: string
  onClose(): void
}

/** A block without a report: nobody reviews anything, and nobody is told. */
export function BlockDialog({ conversationId, partnerId, partnerName, onClose }: BlockDialogProps) {
  const { api, toasts } = useServices()
  const { chat, refreshLists } = useMember()
  const [sending, setSending] = useState(false)

  async function block() {
    setSending(true)
    try {
      await api.call('blockUser', { body: { userId: partnerId } })
    } catch (error) {
      setSending(false)
      if (isToldAlready(error)) return
      toasts.show({
        title: 'Block failed',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
      return
    }
    onClose()
    chat.leave(conversationId)
    refreshLists()
    toasts.show({ title: 'User Blocked' })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      // Also from the dialog of a report, which is closed by then.
      focusAfter={() => document.getElementById('message')}
      title={`Block ${partnerName}?`}
      description="The conversation ends, and neither of you can find, see or write to the other again. They are not told. If they broke the rules, report them instead: that blocks them as well."
    >
      <div className="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" loading={sending} onClick={() => void block()}>
          Block
        </Button>
      </div>
      <p className="caption ink-3 block-undo">
        You can undo it in the{' '}
        <Link className="link" to="/safety-centre">
          safety centre
        </Link>
        .
      </p>
    </Dialog>
  )
}
