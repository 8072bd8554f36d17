import type { Conversation } from '#schema/chat.ts'
import { partnerNameOf } from '#schema/partner-name.ts'
import type { ToastInput } from '../toasts.ts'

/** Whether more can be said in it: nobody has left. */
export const isOpen = ({ userActive, partnerActive }: Conversation) => userActive && partnerActive

/**
 * Whether the partner left while the chat was on screen. The server marks both sides of an ended conversation as
 * inactive; only the page that saw the end knows who left.
 */
export const hasPartnerLeft = ({ userActive, partnerActive }: Conversation) => userActive && !partnerActive

/**
 * What is said of a partner's presence. Away: the conversation goes on for a while, and they can still come back to it.
 * Without a connection of this page nothing is known about the partner.
 */
export type PartnerPresence = 'Online' | 'Away' | 'Offline' | 'Reconnecting…'

export function partnerPresence(
  conversation: Conversation,
  isOnline: boolean,
  isConnected = true,
): PartnerPresence {
  if (!isOpen(conversation)) return isOnline && isConnected ? 'Online' : 'Offline'
  if (!isConnected) return 'Reconnecting…'
  return isOnline ? 'Online' : 'Away'
}

/** Never one's own name (spec §5). `known` is what the partner's own page says, where that has been read. */
export function partnerName(conversation: Conversation, known?: string): string {
  return partnerNameOf(known ?? conversation.partnerDisplayName, conversation.userDisplayName)
}

/** The toast of spec §8 for a message that has no conversation to go to. */
export const NOTHING_TO_SEND_TO: ToastInput = {
  title: 'Cannot send message',
  description: 'No active conversation',
  variant: 'destructive',
}
