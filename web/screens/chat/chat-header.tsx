import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ban, CircleUser, Eraser, Flag, type LucideIcon, Mars, Transgender, Venus } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import type { Partner } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { useMember } from '../../hooks/member.tsx'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import { isOpen, type PartnerPresence, partnerPresence } from '../../state/chat/about-conversation.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Mark } from '../../ui/mark.tsx'
import { SidebarButton } from '../conversations/sidebar-button.tsx'
import { lookingForText } from './looking-for-text.ts'
import { type PartnerDialog, PartnerDialogs } from './partner-dialogs.tsx'

const ConfirmDialog = deferred(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog')

const GENDER_ICONS = { Male: Mars, Female: Venus, Transgender }

const PRESENCE_LABELS: Record<Exclude<PartnerPresence, 'Away'>, MessageDescriptor> = {
  Online: msg`Online`,
  Offline: msg`Offline`,
  'Reconnecting…': msg`Reconnecting…`,
}

interface ChatHeaderProps {
  conversation: Conversation
  partner: Partner | null
  isOnline: boolean
  isTyping: boolean
  /** Whether this page has a connection. */
  isConnected: boolean
  partnerName: string
  /** The languages of the partner in one line; empty without any. */
  speaks: string
  openSidebar(): void
  onClear(): void
}

/** The bar above the messages. A message does not change it, so memo keeps it from rendering again. */
export const ChatHeader = memo(function ChatHeader({
  conversation,
  partner,
  isOnline,
  isTyping,
  isConnected,
  partnerName,
  speaks,
  openSidebar,
  onClear,
}: ChatHeaderProps) {
  const { chat, refreshLists } = useMember()
  const [asking, setAsking] = useState<PartnerDialog | 'clear' | null>(null)
  const presence = partnerPresence(conversation, isOnline, isConnected)
  const GenderIcon = partner ? GENDER_ICONS[partner.gender] : CircleUser

  return (
    <header className="chat-head" data-ended={!isOpen(conversation) || undefined}>
      <SidebarButton className="chat-menu" onClick={openSidebar} />
      <Mark id={conversation.partnerId} size="2.875rem" />
      <div className="id">
        <div className="name">
          <h1 className="heading" dir="auto" translate="no">
            {partnerName}
          </h1>
          <GenderIcon className="icon" aria-hidden="true" />
          {partner && (
            <>
              <span className="sr-only">{i18n._(GENDER_LABELS[partner.gender])}</span>
              <span className="age num">
                {t({ message: `${{ age: partner.age }}y`, comment: 'The age in years, short' })}
              </span>
            </>
          )}
        </div>
        <div className="about">
          <span>
            <span
              className="presence"
              data-online={presence === 'Online' || undefined}
              data-away={presence === 'Away' || undefined}
            />
            {presence === 'Away' ? (
              <Trans>
                Away
                <span className="sr-only">
                  . They are not connected right now, but they can come back to this chat.
                </span>
              </Trans>
            ) : (
              i18n._(PRESENCE_LABELS[presence])
            )}
          </span>
          {isTyping && (
            <span className="typing" aria-hidden="true">
              <i />
              {t({ message: 'is typing...', comment: 'Below the name of the partner' })}
            </span>
          )}
          {speaks && <span className="looking">{speaks}</span>}
          {partner && partner.lookingFor.length > 0 && (
            <span className="looking">{lookingForText(partner.lookingFor)}</span>
          )}
        </div>
      </div>
      <div className="tools">
        <Tool icon={Eraser} label={t`Clear`} className="tool-clear" onClick={() => setAsking('clear')} />
        <Tool icon={Ban} label={t`Block`} className="tool-block" onClick={() => setAsking('block')} />
        <Tool icon={Flag} label={t`Report`} onClick={() => setAsking('report')} />
      </div>
      {asking === 'clear' ? (
        <Suspense>
          <ConfirmDialog
            title={t`Clear this chat?`}
            description={t`The messages disappear for you. ${partnerName} can still see them.`}
            action={t`Clear`}
            onConfirm={() => {
              setAsking(null)
              onClear()
            }}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      ) : (
        <PartnerDialogs
          asking={asking}
          partnerId={conversation.partnerId}
          partnerName={partnerName}
          onAsk={setAsking}
          onDone={() => {
            chat.leave(conversation.id)
            refreshLists()
          }}
        />
      )}
    </header>
  )
})

interface ToolProps {
  icon: LucideIcon
  label: string
  className?: string
  onClick(): void
}

const Tool = ({ icon: Icon, label, ...props }: ToolProps) => (
  <Button variant="quiet" size="sm" data-tooltip={label} aria-label={label} {...props}>
    <Icon className="icon" data-size="sm" aria-hidden="true" />
    <span>{label}</span>
  </Button>
)
