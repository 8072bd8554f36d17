import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
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
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
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
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
