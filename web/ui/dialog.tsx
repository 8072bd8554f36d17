import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import { CloseGuards, useCloseGuards } from './close-guard.ts'
import { closeWithEscape } from './close-with-escape.ts'
import { isComposing } from './keys.ts'
import { belongsToList } from './layers.ts'
import { useHistoryLayer } from './use-history-layer.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  open: boolean
  /** Missing for dialogs that close by themselves: they have no close button, and Back does not close them. */
  onOpenChange?(open: boolean): void
  title: string
  description?: ReactNode
  /** Gets the focus after closing if the element that opened the dialog is gone. */
  focusAfter?(): HTMLElement | null
  /** Wide enough for a form of two columns. */
  wide?: boolean
  children: ReactNode
}

/** A modal dialog that traps the focus and returns it. On a phone it rises from the bottom edge. */
export function Dialog({ open, onOpenChange, title, description, focusAfter, wide, children }: DialogProps) {
  const focus = useReturnFocus(focusAfter)
  const id = useId()
  const { guards, requestClose } = useCloseGuards(onOpenChange && (() => onOpenChange(false)))
  useHistoryLayer(open ? id : null, requestClose)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && requestClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" data-sheet-on-mobile>
          <Radix.Content
            className="dialog"
            data-wide={wide || undefined}
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...focus}
            onKeyDown={closeWithEscape(requestClose)}
            onEscapeKeyDown={(event) => {
              if (isComposing(event) || belongsToList(event.target)) event.preventDefault()
            }}
          >
            <header>
              <Radix.Title className="title">{title}</Radix.Title>
              {description && <Radix.Description className="ink-2">{description}</Radix.Description>}
            </header>
            <CloseGuards value={guards}>{children}</CloseGuards>
            {/* Last in the markup: the first field or button gets the focus. */}
            {onOpenChange && (
              <Radix.Close asChild>
                <IconButton label={t`Close`} className="dialog-close">
                  <X className="icon" data-size="md" aria-hidden="true" />
                </IconButton>
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
