import { t } from '@lingui/core/macro'
import { Ban, Ellipsis, Flag } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Knock } from '#schema/knocks.ts'
import { useMember } from '../../hooks/member.tsx'
import { pageDirection } from '../../i18n/page-direction.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { IconButton } from '../../ui/button.tsx'
import { type PartnerDialog, PartnerDialogs } from '../shared/partner-dialogs.tsx'

/** A menu with Report and Block for a member who would like to talk. */
export function KnockMenu({ knock, nameId }: { knock: Knock; nameId: string }) {
  const { knocks, refreshLists } = useMember()
  const [asking, setAsking] = useState<PartnerDialog | null>(null)
  return (
    <>
      <DropdownMenu.Root dir={pageDirection()} modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton
            className="knock-menu"
            size="sm"
            label={t({ message: 'More', comment: 'Opens the menu about a member who would like to talk' })}
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
        partnerId={knock.userId}
        partnerName={shownName(knock.displayName)}
        onAsk={setAsking}
        onDone={() => {
          knocks.removeOf(knock.userId)
          refreshLists()
        }}
      />
    </>
  )
}
