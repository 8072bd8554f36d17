import { plural, t } from '@lingui/core/macro'
import { PanelLeft } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useConversations } from './use-conversations.ts'

/** English needs no plural here; other languages do. */
const unreadText = (unread: number) =>
  plural(unread, { one: `Conversations, ${unread} unread`, other: `Conversations, ${unread} unread` })

/** Opens the conversations. A dot shows that there are unread messages. */
export function SidebarButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const { conversations } = useConversations({ enabled: false })
  const unread = conversations.reduce((sum, one) => sum + one.unreadCount, 0)
  return (
    <IconButton label={unread > 0 ? unreadText(unread) : t`Conversations`} {...props}>
      <PanelLeft className="icon" data-size="md" aria-hidden="true" />
      {unread > 0 && <span className="pip" />}
    </IconButton>
  )
}
