import * as z from 'zod'
import { GENDER_FILTERS } from './enums.ts'
import { language } from './language.ts'
import { LIMITS } from './limits.ts'
import { position } from './location.ts'
import { age, displayName, interests, lookingFor, typedAge } from './registration.ts'
import { SPOKEN_LANGUAGES } from './spoken-languages.ts'
import { text } from './translatable.ts'
import { VISIBLE } from './visible.ts'

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

const REQUIRED = text('Display name is required')

/** Empty text means no filter. */
const filterByGender = z
  .union([
    z.enum(GENDER_FILTERS),
    z.literal('all').transform(() => null),
    z.literal('').transform(() => null),
  ])
  .nullable()

/** An empty list means that the language of the account counts. */
const languages = z
  .array(z.enum(SPOKEN_LANGUAGES, text('Choose languages from the list')))
  .max(LIMITS.languages.max, text('Cannot select more than 8 languages'))
  .refine((list) => new Set(list).size === list.length, text('Each language can be selected only once'))

/** The body of PUT /api/v1/user. What is left out stays as it is. */
export const profileUpdate = z.object({
  id: z.string(text('User ID is required')).min(1, text('User ID is required')),
  displayName: displayName(REQUIRED).regex(VISIBLE, REQUIRED),
  interests: joined.pipe(interests),
  lookingFor: joined.pipe(lookingFor),
  languages: joined.pipe(languages).optional(),
  nearBy: z.boolean().optional(),
  age,
  filterByGender: filterByGender.optional(),
  language: language.optional(),
})
export type ProfileUpdate = z.infer<typeof profileUpdate>

/** The form holds the age as text. */
export const profileForm = profileUpdate.extend({
  age: typedAge,
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
