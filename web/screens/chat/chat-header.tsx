import { Ban, CircleUser, Eraser, Flag, Mars, Transgender, Venus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Conversation } from '#schema/chat.ts'
import { partnerPresence } from '../../state/about-conversation.ts'
import type { ConversationState } from '../../state/conversation.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Mark } from '../../ui/mark.tsx'
import { SidebarButton } from '../conversations/sidebar-button.tsx'

const BlockDialog = deferred(() => import('./block-dialog.tsx'), 'BlockDialog')
const ReportDialog = deferred(() => import('./report-dialog.tsx'), 'ReportDialog')

const GENDER_ICONS = { Male: Mars, Female: Venus, Transgender }

interface ChatHeaderProps {
  conversation: Conversation
  state: ConversationState
  partnerName: string
  openSidebar(): void
  onClear(): void
  onReport(reason: string): Promise<boolean>
}

export function ChatHeader({
  conversation,
  state,
  partnerName,
  openSidebar,
  onClear,
  onReport,
}: ChatHeaderProps) {
  const [asking, setAsking] = useState<'report' | 'block' | null>(null)
  const { partner, partnerOnline, partnerTyping, connected } = state
  const presence = partnerPresence(conversation, partnerOnline, connected)
  const GenderIcon = partner ? GENDER_ICONS[partner.gender] : CircleUser

  return (
    <header className="chat-head">
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
                . They are not connected now, and can still come back to this chat.
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
        <Button variant="quiet" size="sm" data-tooltip="Clear" aria-label="Clear" onClick={onClear}>
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
      {asking && (
        <Suspense>
          {asking === 'report' ? (
            <ReportDialog
              conversationId={conversation.id}
              partnerName={partnerName}
              onClose={() => setAsking(null)}
              onReport={onReport}
              onBlockInstead={() => setAsking('block')}
            />
          ) : (
            <BlockDialog
              conversationId={conversation.id}
              partnerId={conversation.partnerId}
              partnerName={partnerName}
              onClose={() => setAsking(null)}
            />
          )}
        </Suspense>
      )}
    </header>
  )
}
