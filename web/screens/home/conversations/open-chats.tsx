import { t } from '@lingui/core/macro'
import type { Conversation } from '#schema/chat.ts'
import { useMember } from '../../../hooks/member.tsx'
import { useStore } from '../../../hooks/services.tsx'
import { useToday } from '../../../hooks/use-today.ts'
import { isOpen } from '../../../state/chat/about-conversation.ts'
import { useConversations, useOpenConversationId } from '../../shared/use-conversations.ts'
import { ConversationRow } from './conversation-row.tsx'

/** The open chats of a free member, above their locked history. */
export function OpenChats({ onChosen }: { onChosen(): void }) {
  const { chat } = useMember()
  const openId = useOpenConversationId()
  const chats = useOpenChats()
  useToday()
  if (chats.length === 0) return null
  return (
    <ul className="open-chats" aria-label={t`Open chats`}>
      {chats.map((conversation) => (
        <li key={conversation.id}>
          <ConversationRow
            conversation={conversation}
            nameId={`open-${conversation.id}`}
            current={conversation.id === openId}
            hasPreview={conversation.id !== openId}
            onChoose={() => {
              chat.open(conversation)
              onChosen()
            }}
          />
        </li>
      ))}
    </ul>
  )
}

/**
 * Returns the open chats of a free member: the one of this page and those that the server lists, such as one that another
 * device began.
 */
function useOpenChats(): Conversation[] {
  const state = useStore(useMember().chat)
  const own = state.phase === 'matched' ? state.conversation : null
  const { conversations } = useConversations()
  const listed = conversations.map((one) => (one.id === own?.id ? withState(one, own) : one))
  const isListed = listed.some(({ id }) => id === own?.id)
  return [...(own && !isListed ? [own] : []), ...listed].filter(isOpen)
}

/** The chat on this page knows first that it has ended; the list knows its last message. */
const withState = (listed: Conversation, { userActive, partnerActive }: Conversation): Conversation => ({
  ...listed,
  userActive,
  partnerActive,
})
