import type { Conversation } from '#schema/chat.ts'
import { useMember } from '../../../hooks/member.tsx'
import { useStore } from '../../../hooks/services.tsx'
import { isOpen } from '../../../state/chat/about-conversation.ts'
import { useConversations } from '../../shared/use-conversations.ts'

/**
 * Returns the open chats of a free member: the one of this page and those that the server lists, such as one that another
 * device began.
 */
export function useOpenChats(): Conversation[] {
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
