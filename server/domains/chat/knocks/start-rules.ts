import { LIMITS } from '#schema/limits.ts'
import { type Text, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

/** How a member stands to another one whom they would like to talk with. Durations are in seconds. */
export interface PairState {
  /** Null before the two have a conversation. */
  conversationId: string | null
  isOpen: boolean
  /** For how long the member may not knock, because the other one has left; 0 or less when they may. */
  leftFor: number
  /** The knock of the other member that can be accepted, even after it was declined. */
  theirKnock: string | null
  /** Whether the member has a knock without an outcome that they may know. */
  looksWaiting: boolean
  /** When the member's last knock on the other one expires; null without one. */
  ownFor: number | null
  /** How many knocks of the member look waiting, and when the first of them expires. */
  waiting: number
  firstFor: number | null
}

/** What starting a chat from a list does. */
export type Start =
  | { kind: 'open'; conversationId: string }
  | { kind: 'accept'; knockId: string }
  | { kind: 'waiting'; conversationId: string }
  | { kind: 'refuse'; error: ApiError }
  | { kind: 'knock' }

/**
 * Decides what starting a chat does. Nothing here depends on how the other member answered: declined knocks look like
 * those without an answer.
 */
export function decideStart(state: PairState): Start {
  const { conversationId } = state
  if (conversationId !== null && state.isOpen) return { kind: 'open', conversationId }
  if (state.theirKnock !== null) return { kind: 'accept', knockId: state.theirKnock }
  if (conversationId !== null && state.looksWaiting) return { kind: 'waiting', conversationId }
  if (state.ownFor !== null) return refuse(state.ownFor, askedBefore)
  if (state.leftFor > 0) return refuse(state.leftFor, wasLeft)
  if (state.waiting >= LIMITS.waitingKnocks) return refuse(state.firstFor ?? 0, tooMany)
  return { kind: 'knock' }
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const refuse = (seconds: number, say: (seconds: number) => Text): Start => ({
  kind: 'refuse',
  error: new ApiError('KNOCK_TOO_SOON', say(seconds), { retryAfterSeconds: Math.max(1, seconds) }),
})

const wasLeft = (seconds: number) =>
  text(
    '{minutes, plural, =1 {This person left your last chat. You can invite them in a minute.} other {This person left your last chat. You can invite them in # minutes.}}',
    { minutes: Math.ceil(seconds / MINUTE) },
  )

const askedBefore = (seconds: number) =>
  text(
    '{hours, plural, =1 {You can invite the same person once a day. Try again within an hour.} other {You can invite the same person once a day. Try again in # hours.}}',
    { hours: Math.ceil(seconds / HOUR) },
  )

const tooMany = (seconds: number) =>
  text(
    '{hours, plural, =1 {Many of your invitations are waiting for an answer. You can send another one within an hour.} other {Many of your invitations are waiting for an answer. You can send another one in # hours.}}',
    { hours: Math.ceil(seconds / HOUR) },
  )
