import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import { CloseGuards, useCloseGuards } from './close-guard.ts'
import { closeWithEscape } from './close-with-escape.ts'
import { useHistoryLayer } from './use-history-layer.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface SheetProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  children: ReactNode
}

/** A panel that slides in from the right, or from the bottom edge on a phone. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  const id = useId()
  const { guards, requestClose } = useCloseGuards(() => onOpenChange(false))
  useHistoryLayer(open ? id : null, requestClose)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && requestClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" data-sheet>
          <Radix.Content
            className="panel"
            aria-describedby={undefined}
            {...useReturnFocus()}
            onKeyDown={closeWithEscape(requestClose)}
          >
            <header>
              <Radix.Title className="title">{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton label={t`Close`}>
                  <X className="icon" data-size="md" aria-hidden="true" />
                </IconButton>
              </Radix.Close>
            </header>
            <CloseGuards value={guards}>{children}</CloseGuards>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
