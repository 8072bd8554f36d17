import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LifeBuoy, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { IconButton } from '../../ui/button.tsx'

const { supportEmail } = PRODUCT

export function HelpWidget() {
  const { user } = useStore(useServices().session)
  const { general } = user?.premiumUser ? POLICY.premiumAnswerHours : POLICY.answerHours
  const { from, to } = general
  return (
    <Popover.Root>
      <Popover.Trigger className="widget">
        <LifeBuoy className="icon" data-size="sm" aria-hidden="true" />
        {t`Help`}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="help"
          aria-labelledby="help-title"
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={12}
        >
          <h2 className="subhead" id="help-title">
            {t`How can we help?`}
          </h2>
          <p className="ink-2">
            <Trans>
              Write to{' '}
              <a className="link" translate="no" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
              . We answer within {from} to {to} hours. If someone bothers you, press Report in the chat. It
              ends the chat at once.
            </Trans>
          </p>
          <Popover.Close asChild>
            <IconButton label={t`Close`} size="sm" className="help-close">
              <X className="icon" data-size="sm" aria-hidden="true" />
            </IconButton>
          </Popover.Close>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
