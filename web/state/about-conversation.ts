import type { Conversation } from '#schema/chat.ts'

/** Whether more can be said in it: nobody has left. */
export const isOpen = ({ userActive, partnerActive }: Conversation) => userActive && partnerActive

/**
 * Whether the partner left while the chat was on screen. The server marks both sides of an ended conversation as
 * inactive; only the page that saw the end knows who left.
 */
export const hasPartnerLeft = ({ userActive, partnerActive }: Conversation) => userActive && !partnerActive

/** What is said of a partner's presence. Away: the conversation goes on for a while, and they can still come back to it. */
export type PartnerPresence = 'Online' | 'Away' | 'Offline'

export const partnerPresence = (conversation: Conversation, isOnline: boolean): PartnerPresence =>
  isOnline ? 'Online' : isOpen(conversation) ? 'Away' : 'Offline'

/** Never one's own name (spec §5). `known` is what the partner's own page says, where that has been read. */
export function partnerName(conversation: Conversation, known?: string): string {
  const name = (known ?? conversation.partnerDisplayName).trim()
  return name && name !== conversation.userDisplayName ? name : 'Anonymous'
}
