import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Conversation } from '#schema/chat.ts'
import { isWaiting, partnerName } from '../../../state/chat/about-conversation.ts'
import { Mark } from '../../../ui/mark.tsx'
import { whenOf } from '../../shared/days.ts'

interface ConversationRowProps {
  conversation: Conversation
  /** The id of the element with the partner's name. */
  nameId: string
  current: boolean
  /** Whether to show the last message. It is in the chat beside the row while that is on screen. */
  hasPreview?: boolean
  onChoose(): void
}

export function ConversationRow({
  conversation,
  nameId,
  current,
  hasPreview = true,
  onChoose,
}: ConversationRowProps) {
  const { unreadCount, userOnline, lastMessageTime, lastSentMessage } = conversation
  const shownCount = unreadCount > 99 ? '99+' : unreadCount
  return (
    <button
      type="button"
      className="row"
      aria-current={current ? 'true' : undefined}
      data-unread={unreadCount > 0 || undefined}
      onClick={onChoose}
    >
      <Mark id={conversation.partnerId} online={userOnline} />
      <span>
        <span className="line">
          <span className="who" dir="auto" translate="no" id={nameId}>
            {partnerName(conversation)}
          </span>
          {lastMessageTime && <span className="when">{whenOf(lastMessageTime)}</span>}
        </span>
        <span className="line" hidden={!hasPreview}>
          <span className="what" dir="auto">
            {hasPreview && (lastSentMessage ?? emptyText(conversation))}
          </span>
          {unreadCount > 0 && (
            <span className="unread">
              {/* English needs no plural here; other languages do. */}
              <Plural
                value={unreadCount}
                one={
                  <Trans>
                    {shownCount}
                    <span className="sr-only"> unread</span>
                  </Trans>
                }
                other={
                  <Trans>
                    {shownCount}
                    <span className="sr-only"> unread</span>
                  </Trans>
                }
              />
            </span>
          )}
        </span>
      </span>
      <span className="sr-only">{presenceOf(conversation)}</span>
    </button>
  )
}

const emptyText = (conversation: Conversation) =>
  isWaiting(conversation) ? t`Waiting for an answer` : t`No messages yet`

/** Nothing is known about a partner who has not answered yet. */
function presenceOf(conversation: Conversation) {
  if (isWaiting(conversation)) return t`Waiting for an answer`
  return conversation.userOnline ? t`Online` : t`Offline`
}
