import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ContactDetailsDialogProps {
  partnerName: string
  text: string
  onSend(): void
  onEdit(): void
}

/** Whoever closes it has not decided to share anything: the text goes back to the field. */
export function ContactDetailsDialog({ partnerName, text, onSend, onEdit }: ContactDetailsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onEdit()}
      title="You are about to share contact details"
      description={`You and ${partnerName} have only just met. What you share cannot be taken back, and outside of here we cannot look after you.`}
    >
      <p className="quoted-message" dir="auto">
        {text}
      </p>
      <div className="actions">
        <Button onClick={onEdit}>Keep editing</Button>
        <Button variant="primary" onClick={onSend}>
          Send anyway
        </Button>
      </div>
    </Dialog>
  )
}
