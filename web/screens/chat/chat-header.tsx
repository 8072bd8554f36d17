import { Ban, CircleUser, Eraser, Flag, Mars, Transgender, Venus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Conversation } from '#schema/chat.ts'
import { useMember } from '../../hooks/member.tsx'
import { isOpen, partnerPresence } from '../../state/chat/about-conversation.ts'
import type { ConversationState } from '../../state/chat/conversation-state.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Mark } from '../../ui/mark.tsx'
import { SidebarButton } from '../conversations/sidebar-button.tsx'
import { type PartnerDialog, PartnerDialogs } from './partner-dialogs.tsx'

const ConfirmDialog = deferred(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog')

const GENDER_ICONS = { Male: Mars, Female: Venus, Transgender }

interface ChatHeaderProps {
  conversation: Conversation
  state: ConversationState
  partnerName: string
  openSidebar(): void
  onClear(): void
}

export function ChatHeader({ conversation, state, partnerName, openSidebar, onClear }: ChatHeaderProps) {
  const { chat, refreshLists } = useMember()
  const [asking, setAsking] = useState<PartnerDialog | 'clear' | null>(null)
  const { partner, partnerOnline, partnerTyping, connected } = state
  const presence = partnerPresence(conversation, partnerOnline, connected)
  const GenderIcon = partner ? GENDER_ICONS[partner.gender] : CircleUser

  return (
    <header className="chat-head" data-ended={!isOpen(conversation) || undefined}>
      <SidebarButton className="chat-menu" onClick={openSidebar} />
      <Mark id={conversation.partnerId} size="2.875rem" />
      <div className="id">
        <div className="name">
          <h1 className="heading">{partnerName}</h1>
          <GenderIcon className="icon" aria-hidden="true" />
          {partner && (
            <>
              <span className="sr-only">{partner.gender}</span>
              <span className="age num">{partner.age}y</span>
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
            {presence}
            {presence === 'Away' && (
              <span className="sr-only">
                . They are not connected right now, but they can come back to this chat.
              </span>
            )}
          </span>
          {partnerTyping && (
            <span className="typing" aria-hidden="true">
              <i />
              is typing...
            </span>
          )}
          {partner && partner.lookingFor.length > 0 && (
            <span className="looking">Looking for: {partner.lookingFor.join(', ')}</span>
          )}
        </div>
      </div>
      <div className="tools">
        <Button
          className="tool-clear"
          variant="quiet"
          size="sm"
          data-tooltip="Clear"
          aria-label="Clear"
          onClick={() => setAsking('clear')}
        >
          <Eraser className="icon" data-size="sm" aria-hidden="true" />
          <span>Clear</span>
        </Button>
        <Button
          className="tool-block"
          variant="quiet"
          size="sm"
          data-tooltip="Block"
          aria-label="Block"
          onClick={() => setAsking('block')}
        >
          <Ban className="icon" data-size="sm" aria-hidden="true" />
          <span>Block</span>
        </Button>
        <Button
          variant="quiet"
          size="sm"
          data-tooltip="Report"
          aria-label="Report"
          onClick={() => setAsking('report')}
        >
          <Flag className="icon" data-size="sm" aria-hidden="true" />
          <span>Report</span>
        </Button>
      </div>
      {asking === 'clear' ? (
        <Suspense>
          <ConfirmDialog
            title="Clear this chat?"
            description={`The messages disappear for you. ${partnerName} can still see them.`}
            action="Clear"
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
}
