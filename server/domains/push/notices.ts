import type { PushKind } from '#schema/push.ts'

const HOUR = 60 * 60

/** How long a push service keeps a message for a browser that is away, in seconds, and how much it may wake it up. */
export const DELIVERY: Record<PushKind, { ttl: number; urgency: 'normal' | 'high' }> = {
  message: { ttl: 24 * HOUR, urgency: 'high' },
  match: { ttl: HOUR, urgency: 'high' },
  knock: { ttl: 24 * HOUR, urgency: 'normal' },
  kept: { ttl: 24 * HOUR, urgency: 'normal' },
  evening: { ttl: HOUR, urgency: 'high' },
  decision: { ttl: 72 * HOUR, urgency: 'normal' },
}

/** What a push message is about. A newer notice with the same tag replaces it. */
export interface Notice {
  userId: string
  kind: PushKind
  tag: string
  /** The member it is about. */
  aboutId?: string
  conversationId?: string
}

/** A match and the messages of a conversation are one notification. */
export const conversationTag = (conversationId: string) => `conversation:${conversationId}`
const EVENING_TAG = 'evening:'
export const eveningTag = (eveningId: string) => `${EVENING_TAG}${eveningId}`
/** The SQL that takes the id of the evening from a tag. */
export const eveningInTag = (tag: string) => `substr(${tag}, ${EVENING_TAG.length + 1})`
export const knockTag = (senderId: string) => `knock:${senderId}`
