import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import { useHistoryLayer } from './use-history-layer.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  open: boolean
  /** Left out where the dialog goes by itself: it has no close button then, and Back does not close it. */
  onOpenChange?(open: boolean): void
  title: string
  description?: ReactNode
  /** Takes the focus at the end, if what opened it has gone meanwhile. */
  focusAfter?(): HTMLElement | null
  /** Wide enough for a form of two columns. */
  wide?: boolean
  children: ReactNode
}

/** Asks one thing. Traps the focus and gives it back; rises from the bottom edge on a phone. */
export function Dialog({ open, onOpenChange, title, description, focusAfter, wide, children }: DialogProps) {
  const focus = useReturnFocus(focusAfter)
  const id = useId()
  useHistoryLayer(open ? id : null, () => onOpenChange?.(false))
  return (
    <Radix.Root open={open} {...(onOpenChange && { onOpenChange })}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" data-sheet-on-mobile>
          <Radix.Content
            className="dialog"
            data-wide={wide || undefined}
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...focus}
          >
            <header>
              <Radix.Title className="title">{title}</Radix.Title>
              {description && <Radix.Description className="ink-2">{description}</Radix.Description>}
            </header>
            {children}
            {/* Last, so that the first field or button takes the focus. */}
            {onOpenChange && (
              <Radix.Close asChild>
                <IconButton label="Close" className="dialog-close">
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
