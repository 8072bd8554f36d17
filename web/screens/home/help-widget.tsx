import { LifeBuoy, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { IconButton } from '../../ui/button.tsx'
import { rangeOf } from '../facts-for-texts.ts'

export function HelpWidget() {
  return (
    <Popover.Root>
      <Popover.Trigger className="widget">
        <LifeBuoy className="icon" data-size="sm" aria-hidden="true" />
        Help
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="help" side="top" align="end" sideOffset={8} collisionPadding={12}>
          <h2 className="subhead">How can we help?</h2>
          <p className="ink-2">
            Write to{' '}
            <a className="link" href={`mailto:${PRODUCT.supportEmail}`}>
              {PRODUCT.supportEmail}
            </a>
            . We answer within {rangeOf(POLICY.answerHours.general)} hours. If someone bothers you, press
            Report in the chat. It ends the chat at once.
          </p>
          <Popover.Close asChild>
            <IconButton label="Close" size="sm" className="help-close">
              <X className="icon" data-size="sm" aria-hidden="true" />
            </IconButton>
          </Popover.Close>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
