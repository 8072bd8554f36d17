import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  description: string
  /** The action's verb, the same as on the button that opened the dialog. */
  action: string
  /** The label of the cancel button, where "Cancel" could mean the action. */
  cancel?: string
  /** Whether the action destroys something. */
  isDestructive?: boolean
  isBusy?: boolean
  /** Gets the focus after closing if the button that opened the dialog is gone. */
  focusAfter?(): HTMLElement | null
  /** A note below the buttons. */
  children?: ReactNode
  onConfirm(): void
  onClose(): void
}

/** Asks before an action. The cancel button has the focus; the action is to its right. */
export function ConfirmDialog({
  title,
  description,
  action,
  cancel = t`Cancel`,
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
