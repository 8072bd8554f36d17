import * as z from 'zod'
import { givenEmail } from './email.ts'
import { GENDER_FILTERS, GENDERS, LOOKING_FOR, ROLES } from './enums.ts'
import { language } from './language.ts'
import { LIMITS } from './limits.ts'
import { SPOKEN_LANGUAGES } from './spoken-languages.ts'

const instant = z.iso.datetime()

/** A member as they see themselves. Coordinates never leave the server. */
export const user = z.object({
  id: z.uuid(),
  userName: z.string(),
  displayName: z.string(),
  name: z.string().nullable(),
  phone: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  location: z.string().nullable(),
  interests: z.array(z.string()),
  role: z.enum(ROLES),
  active: z.boolean(),
  premiumUser: z.boolean(),
  nearBy: z.boolean(),
  stars: z.number().int(),
  emailVerified: z.boolean(),
  created: instant,
  lastSeen: instant,
  gender: z.enum(GENDERS),
  filterByGender: z.enum(GENDER_FILTERS).nullable(),
  age: z.number().int(),
  /** The youngest and the oldest age to be matched with by chance. Null: no such limit. */
  minPartnerAge: z.number().int().nullable(),
  maxPartnerAge: z.number().int().nullable(),
  lookingFor: z.array(z.enum(LOOKING_FOR)),
  /** The languages that the member names. Empty: the language of the account counts. */
  languages: z.array(z.enum(SPOKEN_LANGUAGES)),
  /** The languages that the member wants to learn, without those they speak. */
  learning: z.array(z.enum(SPOKEN_LANGUAGES)),
  /** The language of mails and notifications. */
  language,
})
export type User = z.infer<typeof user>

export const authResponse = z.object({
  token: z.string(),
  user,
  /** Whether this login reopened a closed account. */
  reopened: z.boolean().optional(),
})
export type AuthResponse = z.infer<typeof authResponse>

export const sessionResponse = z.object({
  user,
  /** At most `LIMITS.onlineCount`. */
  onlineUsersWithCommonInterest: z.number().int(),
  nearByUsers: z.number().int(),
  conversationCount: z.number().int(),
  /** Counted up to 100. */
  unreadNotifications: z.number().int(),
  /** Optional: nodes of an earlier version leave it out. */
  hasPushDevice: z.boolean().optional(),
})
export type SessionResponse = z.infer<typeof sessionResponse>

/** GET /api/v1/user/{partnerId}: only for members with whom the caller has a conversation. */
export const partner = z.object({
  id: z.uuid(),
  displayName: z.string(),
  interests: z.array(z.string()),
  age: z.number().int(),
  gender: z.enum(GENDERS),
  lookingFor: z.array(z.enum(LOOKING_FOR)),
  /** The languages that count for the partner: those they name, or else the one of their account. */
  languages: z.array(z.enum(SPOKEN_LANGUAGES)),
  /** The languages that the partner wants to learn, without those they speak. */
  learning: z.array(z.enum(SPOKEN_LANGUAGES)),
  online: z.boolean(),
})
export type Partner = z.infer<typeof partner>

export const verificationResult = z.object({ success: z.boolean(), message: z.string() })
export type VerificationResult = z.infer<typeof verificationResult>

/** The query of a link in a verification mail. */
export const mailedCode = z.object({
  code: z.string().min(1).max(200),
  email: givenEmail.min(1).max(LIMITS.userName.max),
})

/** Whether the code of a mail can still remove a registration. */
export const registrationRemovalCheck = z.object({ possible: z.boolean() })
