import { plural, t } from '@lingui/core/macro'
import { PanelLeft } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { useServices, useStore } from '../../hooks/services.tsx'
import { isOpen } from '../../state/chat/about-conversation.ts'
import { IconButton } from '../../ui/button.tsx'
import { useConversations } from './use-conversations.ts'

/** English needs no plural here; other languages do. */
const unreadText = (unread: number) =>
  plural(unread, { one: `Conversations, ${unread} unread`, other: `Conversations, ${unread} unread` })

/** Like `unreadText`. */
const chatsText = (unread: number) =>
  plural(unread, { one: `Chats, ${unread} unread`, other: `Chats, ${unread} unread` })

interface SidebarButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Whether a word stands below the icon. */
  hasWord?: boolean
}

/** Opens the conversations. A dot shows that there are unread messages. */
export function SidebarButton({ hasWord = false, ...props }: SidebarButtonProps) {
  const { conversations } = useConversations({ enabled: false })
  const { user } = useStore(useServices().session)
  // Free members can only open the chats that have not ended.
  const listed = user?.premiumUser ? conversations : conversations.filter(isOpen)
  const unread = listed.reduce((sum, one) => sum + one.unreadCount, 0)
  const [word, withCount] = hasWord ? [t`Chats`, chatsText] : [t`Conversations`, unreadText]
  return (
    <IconButton label={unread > 0 ? withCount(unread) : word} {...props}>
      <PanelLeft className="icon" data-size="md" aria-hidden="true" />
      {hasWord && <span aria-hidden="true">{word}</span>}
      {unread > 0 && <span className="pip" />}
    </IconButton>
  )
}
