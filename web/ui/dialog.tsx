import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'

interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  children: ReactNode
}

/** Asks one thing. Traps the focus and gives it back; rises from the bottom edge on a phone. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" data-sheet-on-mobile>
          <Radix.Content
            className="dialog"
            onOpenAutoFocus={() => {
              opener.current = document.activeElement
            }}
            onCloseAutoFocus={(event) => {
              // Radix gives the focus back to a trigger; who opens a dialog here is none.
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus()
            }}
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
