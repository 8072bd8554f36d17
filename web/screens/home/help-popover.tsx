import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { Popover } from '../../ui/popover.tsx'

const { supportEmail } = PRODUCT

interface HelpPopoverProps {
  opener: RefObject<HTMLElement | null>
  onClose(): void
}

export function HelpPopover({ opener, onClose }: HelpPopoverProps) {
  const { user } = useStore(useServices().session)
  const { general } = user?.premiumUser ? POLICY.premiumAnswerHours : POLICY.answerHours
  const { from, to } = general
  return (
    <Popover
      opener={opener}
      className="help"
      labelledBy="help-title"
      side="top"
      closeClass="help-close"
      onClose={onClose}
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
          . We answer within {from} to {to} hours. If someone bothers you, press Report in the chat. It ends
          the chat at once.
        </Trans>
      </p>
    </Popover>
  )
}
