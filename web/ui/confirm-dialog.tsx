import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  description: string
  /** The verb of the action, as the button that opened the dialog names it. */
  action: string
  /** The verb of the way back, where "Cancel" would be mistaken for the action. */
  cancel?: string
  /** Whether the action takes something away. */
  isDestructive?: boolean
  isBusy?: boolean
  /** Takes the focus at the end when the button that opened the dialog is gone. */
  focusAfter?(): HTMLElement | null
  /** A note below the buttons. */
  children?: ReactNode
  onConfirm(): void
  onClose(): void
}

/** Asks before an action. The way back has the focus; the action stands to its right. */
export function ConfirmDialog({
  title,
  description,
  action,
  cancel = 'Cancel',
  isDestructive = true,
  isBusy = false,
  focusAfter,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      {...(focusAfter && { focusAfter })}
    >
      <div className="actions">
        <Button onClick={onClose}>{cancel}</Button>
        <Button variant={isDestructive ? 'danger' : 'primary'} loading={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
      {children}
    </Dialog>
  )
}
