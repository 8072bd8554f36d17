import './chat-bar.css'
import './languages-line.css'
import { t } from '@lingui/core/macro'
import { memo, Suspense, useState } from 'react'
import type { Partner } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import type { LookingFor } from '#schema/enums.ts'
import type { KeepState } from '#schema/kept.ts'
import { useMember } from '../../hooks/member.tsx'
import { withTexts } from '../../i18n/with-texts.ts'
import { isOpen, isTalking, partnerPresence } from '../../state/chat/about-conversation.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Mark } from '../../ui/mark.tsx'
import { PartnerDialogs } from '../shared/partner-dialogs.tsx'
import { SidebarButton } from '../shared/sidebar-button.tsx'
import type { ChatTool } from './chat-tool.ts'
import { ChatTools } from './chat-tools.tsx'
import { CommonGround, CommonGroundFold, SharedLine } from './common-ground.tsx'
import { PartnerLine } from './partner-line.tsx'
import { useForgetConversation } from './use-good-conversation.ts'
import { useKeep } from './use-keep.ts'

const ConfirmDialog = deferred(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog')
const LetGoDialog = deferred(() => withTexts('people', import('../keeping/let-go-dialog.tsx')), 'LetGoDialog')

const NOTHING: readonly LookingFor[] = []

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
  /** Whether the common ground is open below the partner's name. */
  isCommonOpen: boolean
  onToggleCommon(): void
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
  isCommonOpen,
  onToggleCommon,
  openSidebar,
  onClear,
}: ChatHeaderProps) {
  const [asking, setAsking] = useState<ChatTool | null>(null)
  const shared = conversation.sharedInterests
  const lookingFor = partner?.lookingFor ?? NOTHING
  const { evening } = conversation
  const named = shared.length > 0 || !evening ? shared : [evening]
  const toggle = { shared, partnerName, isOpen: isCommonOpen, onToggle: onToggleCommon }
  const changeKeep = useKeep(conversation)
  const hasMore = named.length > 0 || speaks !== '' || lookingFor.length > 0

  return (
    <header
      className="chat-head"
      data-ended={!isOpen(conversation) || undefined}
      data-exchange={conversation.exchange || undefined}
    >
      <div className="bar-row">
        <SidebarButton className="chat-menu" hasWord onClick={openSidebar} />
        <Mark id={conversation.partnerId} size="2.875rem" />
        <PartnerLine
          partner={partner}
          partnerName={partnerName}
          presence={partnerPresence(conversation, isOnline, isConnected)}
          isTyping={isTyping}
          speaks={speaks}
        >
          {named.length > 0 && <SharedLine {...toggle} shared={named} />}
        </PartnerLine>
        <ChatTools
          keep={keepOf(conversation)}
          onChoose={(tool) => (tool === 'keep' ? void changeKeep() : setAsking(tool))}
        />
      </div>
      {hasMore && (
        <>
          <CommonGroundFold {...toggle} />
          <CommonGround
            shared={shared}
            speaks={speaks}
            lookingFor={lookingFor}
            partner={partner}
            isOpen={isCommonOpen}
          />
        </>
      )}
      <ChatQuestion
        asking={asking}
        partnerId={conversation.partnerId}
        conversationId={conversation.id}
        partnerName={partnerName}
        onAsk={setAsking}
        onClear={onClear}
      />
    </header>
  )
})

/** Whether the member keeps in touch with the partner; null where they cannot ask to here. */
const keepOf = (conversation: Conversation): KeepState | null => {
  const { keep = null } = conversation
  return isTalking(conversation) || keep === 'KEPT' ? keep : null
}

interface ChatQuestionProps {
  asking: ChatTool | null
  conversationId: string
  partnerId: string
  partnerName: string
  onAsk(tool: ChatTool | null): void
  onClear(): void
}

/** The dialog of the chosen tool. */
function ChatQuestion({ asking, conversationId, partnerId, partnerName, onAsk, onClear }: ChatQuestionProps) {
  const { chat, refreshLists } = useMember()
  const forget = useForgetConversation(conversationId)
  if (asking === 'clear')
    return (
      <Suspense>
        <ConfirmDialog
          title={t`Clear this chat?`}
          description={t`The messages disappear for you. ${partnerName} can still see them.`}
          action={t`Clear`}
          onConfirm={() => {
            onAsk(null)
            onClear()
          }}
          onClose={() => onAsk(null)}
        />
      </Suspense>
    )
  if (asking === 'letGo')
    return (
      <Suspense>
        <LetGoDialog userId={partnerId} name={partnerName} onClose={() => onAsk(null)} />
      </Suspense>
    )
  return (
    <PartnerDialogs
      asking={asking === 'keep' ? null : asking}
      partnerId={partnerId}
      partnerName={partnerName}
      onAsk={onAsk}
      onDone={() => {
        forget()
        chat.leave(conversationId)
        refreshLists()
      }}
    />
  )
}
