import * as z from 'zod'
import { timeOfDay, timeZone } from './time-zone.ts'
import { text } from './translatable.ts'

/** The kinds of push messages. */
export const PUSH_KINDS = [
  'message',
  'match',
  'ring',
  'knock',
  'kept',
  'interest',
  'evening',
  'decision',
] as const
export type PushKind = (typeof PUSH_KINDS)[number]

/** The largest address that a browser may name. Those of the known services have about 200 characters. */
const MAX_ENDPOINT = 1_000

/** A point of P-256 without compression: 65 bytes, the first one is 4. */
const P256_POINT = /^B[A-Za-z0-9_-]{86}$/
const SIXTEEN_BYTES = /^[A-Za-z0-9_-]{22}$/

const INVALID_KEY = text('This browser sent a key that does not work. Please try again.')

/** What a browser names when it subscribes, as `PushSubscription.toJSON()` has it. */
export const pushSubscriptionRequest = z.object({
  endpoint: z.url().max(MAX_ENDPOINT),
  p256dh: z.string().regex(P256_POINT, INVALID_KEY),
  auth: z.string().regex(SIXTEEN_BYTES, INVALID_KEY),
})
export type PushSubscriptionRequest = z.infer<typeof pushSubscriptionRequest>

/** A browser of the caller that gets push messages. */
export const pushDevice = z.object({
  id: z.uuid(),
  current: z.boolean(),
  browser: z.string(),
  system: z.string(),
  created: z.iso.datetime(),
  lastSent: z.iso.datetime().nullable(),
})
export type PushDevice = z.infer<typeof pushDevice>

/** Times of the day in the member's time zone. When `from` is later than `until`, they span midnight. */
export const quietHours = z.object({
  from: timeOfDay,
  until: timeOfDay,
  timeZone,
})
export type QuietHours = z.infer<typeof quietHours>

export const pushPreferences = z.object({
  kinds: z.array(z.enum(PUSH_KINDS)).max(PUSH_KINDS.length),
  showsNames: z.boolean(),
  quietHours: quietHours.nullable(),
})
export type PushPreferences = z.infer<typeof pushPreferences>

/** What a caller chooses. */
export const savePushPreferences = pushPreferences.extend({})

/** The push messages of the caller: the server's key, what they want, and their browsers. */
export const pushState = z.object({
  publicKey: z.string().nullable(),
  preferences: pushPreferences,
  devices: z.array(pushDevice),
})
export type PushState = z.infer<typeof pushState>

/** Reported by a page when the member looks at it, and when they do not any more. */
export const pageVisibility = z.object({ page: z.uuid(), visible: z.boolean() })
export type PageVisibility = z.infer<typeof pageVisibility>

/** What a push message holds, encrypted for the browser. Its title is in the language of the account. */
export interface PushPayload {
  kind: PushKind
  title: string
  /** A browser shows one notification for each tag. */
  tag: string
  /** The page of the app that a click opens. */
  path: string
  conversationId?: string
}
