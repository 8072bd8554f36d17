import { t } from '@lingui/core/macro'
import { Ban, Ellipsis, Eye, EyeOff, Flag, MessageCircle, NotebookPen, UserMinus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import type { Kept } from '#schema/kept.ts'
import { useMember } from '../../hooks/member.tsx'
import { pageDirection } from '../../i18n/page-direction.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { IconButton } from '../../ui/button.tsx'
import { type PartnerDialog, PartnerDialogs } from '../shared/partner-dialogs.tsx'
import { LetGoDialog } from './let-go-dialog.tsx'
import type { UpdateKept } from './use-update-kept.ts'

interface KeptMenuProps {
  kept: Kept
  /** The id of the element with the member's name. */
  nameId: string
  update: UpdateKept
  onEditNote(): void
  onChosen(): void
}

/** What a member can do about someone they keep. */
export function KeptMenu({ kept, nameId, update, onEditNote, onChosen }: KeptMenuProps) {
  const { chat, startChat, refreshLists } = useMember()
  const [asking, setAsking] = useState<PartnerDialog | null>(null)
  const [isLettingGo, setLettingGo] = useState(false)
  const chosen = useRef<(() => void) | null>(null)
  const name = shownName(kept.displayName)
  const Presence = kept.hidesPresence ? Eye : EyeOff

  async function talk() {
    if (!(await startChat({ id: kept.userId, displayName: kept.displayName }))) return
    refreshLists()
    onChosen()
  }
  /** Runs once the menu is closed: what it opens returns the focus to the menu's button, or takes it. */
  const later = (run: () => void) => () => {
    chosen.current = run
  }

  return (
    <>
      <DropdownMenu.Root dir={pageDirection()} modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton
            className="row-more"
            size="sm"
            label={t({ message: 'More', comment: 'Opens the menu about a member who is kept' })}
            aria-describedby={nameId}
          >
            <Ellipsis className="icon" data-size="sm" aria-hidden="true" />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            className="menu"
            align="end"
            sideOffset={4}
            collisionPadding={12}
            onCloseAutoFocus={() => {
              const run = chosen.current
              chosen.current = null
              if (run) queueMicrotask(run)
            }}
          >
            <DropdownMenu.Item className="menu-item" onSelect={() => void talk()}>
              <MessageCircle className="icon" data-size="sm" aria-hidden="true" />
              {t`Ask to talk again`}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={later(onEditNote)}>
              <NotebookPen className="icon" data-size="sm" aria-hidden="true" />
              {kept.note === null ? t`Add a private note` : t`Edit your note`}
            </DropdownMenu.Item>
            <DropdownMenu.Item
              className="menu-item"
              onSelect={() => void update({ hidesPresence: !kept.hidesPresence })}
            >
              <Presence className="icon" data-size="sm" aria-hidden="true" />
              {kept.hidesPresence ? t`Show each other when you're online` : t`Hide when you're online`}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={later(() => setAsking('report'))}>
              <Flag className="icon" data-size="sm" aria-hidden="true" />
              {t`Report`}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={later(() => setAsking('block'))}>
              <Ban className="icon" data-size="sm" aria-hidden="true" />
              {t`Block`}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={later(() => setLettingGo(true))}>
              <UserMinus className="icon" data-size="sm" aria-hidden="true" />
              {t`Let go`}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <PartnerDialogs
        asking={asking}
        partnerId={kept.userId}
        partnerName={name}
        onAsk={setAsking}
        onDone={() => {
          chat.leave(kept.conversationId)
          refreshLists()
        }}
      />
      {isLettingGo && <LetGoDialog userId={kept.userId} name={name} onClose={() => setLettingGo(false)} />}
    </>
  )
}
