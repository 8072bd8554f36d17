import { t } from '@lingui/core/macro'
import type { Conversation } from '#schema/chat.ts'
import { LIMITS } from '#schema/limits.ts'
import { partnerNameOf } from '#schema/partner-name.ts'
import { ApiFailure } from '../../data/failure.ts'
import { shownName } from '../../i18n/shown-name.ts'
import type { ToastInput } from '../toasts.ts'

/** Whether both members can still send messages: neither has left. */
export const isOpen = ({ userActive, partnerActive }: Conversation) => userActive && partnerActive

/** Whether the member asked the partner to talk and no answer is known. Such a conversation counts as open. */
export const isWaiting = ({ awaitsAnswer }: Conversation) => awaitsAnswer === true

/** Whether the two are talking: a conversation that waits for an answer is open, but no chat. */
export const isTalking = (conversation: Conversation) => isOpen(conversation) && !isWaiting(conversation)

/**
 * Whether the partner left while the chat was on screen. The server marks both members of an ended conversation as
 * inactive, so only a page that received the event knows who left.
 */
export const hasPartnerLeft = ({ userActive, partnerActive }: Conversation) => userActive && !partnerActive

/** Whether the member may ask to keep in touch after the chat has ended. The server knows its end, this page its last message. */
export function mayStillKeep(conversation: Conversation, now: number): boolean {
  const { keep, lastMessageTime } = conversation
  if (keep === undefined || keep === 'KEPT' || isOpen(conversation)) return false
  const age = lastMessageTime ? now - Date.parse(lastMessageTime) : Number.POSITIVE_INFINITY
  return hasPartnerLeft(conversation) || age < LIMITS.keepHours * 60 * 60_000
}

/**
 * The partner's presence as the chat shows it. `Away`: the partner has no connection and can still come back to the
 * open conversation. `Reconnecting…`: this page has no connection, so the partner's presence is unknown. `Waiting`: it is
 * not shown before the partner has answered.
 */
export type PartnerPresence = 'Online' | 'Away' | 'Offline' | 'Reconnecting…' | 'Waiting'

export function partnerPresence(
  conversation: Conversation,
  isOnline: boolean,
  isConnected = true,
): PartnerPresence {
  if (isWaiting(conversation)) return 'Waiting'
  if (!isOpen(conversation)) return isOnline && isConnected ? 'Online' : 'Offline'
  if (!isConnected) return 'Reconnecting…'
  return isOnline ? 'Online' : 'Away'
}

/**
 * Returns the partner's name, never the member's own (spec §5). `known` is the name in the partner's profile, if
 * loaded.
 */
export function partnerName(conversation: Conversation, known?: string): string {
  return shownName(partnerNameOf(known ?? conversation.partnerDisplayName, conversation.userDisplayName))
}

/** Returns the toast for a message without an open conversation (spec §8). */
export const nothingToSendTo = (): ToastInput => ({
  title: t`Cannot send message`,
  description: t`No active conversation`,
  variant: 'destructive',
})

/** Returns the toast for a chat that has started (spec §8). */
export const chatStarted = (displayName: string): ToastInput => ({
  title: t`Chat started`,
  description: t`You are now chatting with ${{ displayName: shownName(displayName) }}.`,
})

/** Whether the server answered that the member has no such conversation. */
export const isConversationGone = (error: unknown) =>
  error instanceof ApiFailure && [400, 403, 404].includes(error.status)
