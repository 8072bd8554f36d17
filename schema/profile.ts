import * as z from 'zod'
import { GENDER_FILTERS } from './enums.ts'
import { language } from './language.ts'
import { LIMITS } from './limits.ts'
import { position } from './location.ts'
import { age, interests, lookingFor } from './registration.ts'

/** Lists are sent as comma-joined text (spec §7). Arrays are accepted too. */
const joined = z.union([
  z.string().transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
  z.array(z.string()),
])

const displayName = z
  .string('Display name is required')
  .trim()
  .min(1, 'Display name is required')
  .max(LIMITS.displayName.max, 'Display name cannot exceed 50 characters')
  .regex(/^[^\p{Cc}]*$/u, 'Display name cannot contain control characters')
  .regex(/[^\s\p{Cf}]/u, 'Display name is required')

/** Empty text means no filter. */
const filterByGender = z
  .union([
    z.enum(GENDER_FILTERS),
    z.literal('all').transform(() => null),
    z.literal('').transform(() => null),
  ])
  .nullable()
  .default(null)

/** The body of PUT /api/v1/user. */
export const profileUpdate = z.object({
  id: z.string('User ID is required').min(1, 'User ID is required'),
  displayName,
  interests: joined.pipe(interests),
  lookingFor: joined.pipe(lookingFor),
  nearBy: z.boolean().default(false),
  age,
  filterByGender,
  /** Without it, the account keeps its language. */
  language: language.optional(),
})
export type ProfileUpdate = z.infer<typeof profileUpdate>

/** The form holds the age as text. */
export const profileForm = profileUpdate.extend({
  age: z
    .string()
    .trim()
    .transform((text) => (text === '' ? Number.NaN : Number(text)))
    .pipe(age),
})
export type ProfileForm = z.infer<typeof profileForm>

export const VISIT_TYPES = ['login', 'register'] as const

/** The body of POST /api/v1/profile-visitor, which records a login or a registration (spec §3, profile visitor). */
export const profileVisit = z.object({
  profileOwnerId: z.uuid(),
  visitType: z.enum(VISIT_TYPES),
  location: position.nullable().optional(),
})
export type ProfileVisit = z.infer<typeof profileVisit>

export const recordedVisit = z.object({
  id: z.uuid(),
  visitorId: z.uuid(),
  profileOwnerId: z.uuid(),
  visitTime: z.iso.datetime(),
  visitType: z.enum(VISIT_TYPES),
})
export type RecordedVisit = z.infer<typeof recordedVisit>
