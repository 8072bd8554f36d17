import { TIMING } from '#schema/limits.ts'
import type { PushKind } from '#schema/push.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How long a push service keeps a message for a browser that is away, in seconds, and how much it may wake it up. */
export const DELIVERY: Record<PushKind, { ttl: number; urgency: 'normal' | 'high' }> = {
  message: { ttl: 24 * HOUR, urgency: 'high' },
  match: { ttl: HOUR, urgency: 'high' },
  ring: { ttl: TIMING.ringFor / 1_000, urgency: 'high' },
  knock: { ttl: 24 * HOUR, urgency: 'normal' },
  kept: { ttl: 24 * HOUR, urgency: 'normal' },
  evening: { ttl: HOUR, urgency: 'high' },
  // The search goes on for minutes at most.
  interest: { ttl: 10 * MINUTE, urgency: 'normal' },
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
/** A member has one search, so at most one ring. */
export const RING_TAG = 'ring'
export const knockTag = (senderId: string) => `knock:${senderId}`

const BELL = 'interest:'
export const bellTag = (interest: string) => `${BELL}${interest}`
/** Returns the folded interest of the tag of a bell. */
export const interestOf = (tag: string) => tag.slice(BELL.length)
