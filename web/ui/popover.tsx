import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { Popover as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from './button.tsx'
import { closeWithEscape } from './close-with-escape.ts'

interface PopoverProps {
  /** Where it opens: the button, or a box around it. It gets the focus back. */
  opener: RefObject<HTMLElement | null>
  className: string
  /** The id of its heading. */
  labelledBy: string
  side?: 'top' | 'bottom'
  /** The class of the close button. */
  closeClass: string
  onClose(): void
  children: ReactNode
}

/** An open popover beside the button that opened it. Unlike that of Radix, the button needs none of its code. */
export function Popover({
  opener,
  className,
  labelledBy,
  side = 'bottom',
  closeClass,
  onClose,
  children,
}: PopoverProps) {
  const isLeft = useRef(false)
  const button = () => opener.current?.closest('button') ?? opener.current?.querySelector('button')
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={opener} />
      <Radix.Portal>
        <Radix.Content
          className={className}
          aria-labelledby={labelledBy}
          side={side}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onKeyDown={closeWithEscape(onClose)}
          onInteractOutside={(event) => {
            // The button closes it by itself.
            if (event.target instanceof Node && opener.current?.contains(event.target)) event.preventDefault()
            else isLeft.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!isLeft.current) button()?.focus()
          }}
        >
          {children}
          <Radix.Close asChild>
            <IconButton label={t`Close`} size="sm" className={closeClass}>
              <X className="icon" data-size="sm" aria-hidden="true" />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
