import { t } from '@lingui/core/macro'
import { Ban, Ellipsis, Flag } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Conversation } from '#schema/chat.ts'
import { useMember } from '../../../hooks/member.tsx'
import { pageDirection } from '../../../i18n/page-direction.ts'
import { partnerName } from '../../../state/chat/about-conversation.ts'
import { IconButton } from '../../../ui/button.tsx'
import { type PartnerDialog, PartnerDialogs } from '../../shared/partner-dialogs.tsx'

/** A menu with Report and Block for a conversation in the list. */
export function RowActions({ conversation, nameId }: { conversation: Conversation; nameId: string }) {
  const { chat, refreshLists } = useMember()
  const [asking, setAsking] = useState<PartnerDialog | null>(null)
  return (
    <>
      <DropdownMenu.Root dir={pageDirection()} modal={false}>
        <DropdownMenu.Trigger asChild>
          {/* Described by the partner's name, which is in the row's own button. */}
          <IconButton
            className="row-more"
            size="sm"
            label={t({ message: 'More', comment: 'Opens the menu of a conversation' })}
            aria-describedby={nameId}
          >
            <Ellipsis className="icon" data-size="sm" aria-hidden="true" />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={12}>
            <DropdownMenu.Item className="menu-item" onSelect={() => setAsking('report')}>
              <Flag className="icon" data-size="sm" aria-hidden="true" />
              {t`Report`}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => setAsking('block')}>
              <Ban className="icon" data-size="sm" aria-hidden="true" />
              {t`Block`}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <PartnerDialogs
        asking={asking}
        partnerId={conversation.partnerId}
        partnerName={partnerName(conversation)}
        onAsk={setAsking}
        onDone={() => {
          chat.leave(conversation.id)
          refreshLists()
        }}
      />
    </>
  )
}
