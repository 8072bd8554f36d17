import { t } from '@lingui/core/macro'
import { useMember } from '../../../hooks/member.tsx'
import { useToday } from '../../../hooks/use-today.ts'
import { useOpenConversationId } from '../../shared/use-conversations.ts'
import { ConversationRow } from './conversation-row.tsx'
import { useOpenChats } from './use-open-chats.ts'

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
