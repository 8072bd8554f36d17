import * as z from 'zod'
import { plainDigits } from './digits.ts'
import { GENDER_FILTERS } from './enums.ts'
import { language } from './language.ts'
import { LIMITS } from './limits.ts'
import { position } from './location.ts'
import { age, displayName, interests, lookingFor, typedAge } from './registration.ts'
import { SPOKEN_LANGUAGES } from './spoken-languages.ts'
import { type Sentence, text } from './translatable.ts'
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

const languageList = (max: number, tooMany: Sentence) =>
  z
    .array(z.enum(SPOKEN_LANGUAGES, text('Choose languages from the list')))
    .max(max, tooMany)
    .refine((list) => new Set(list).size === list.length, text('Each language can be selected only once'))

/** An empty list means that the language of the account counts. */
const languages = languageList(LIMITS.languages.max, text('Cannot select more than 8 languages'))
const learning = languageList(LIMITS.learning.max, text('You can learn at most 3 languages here'))

/** Null means no limit. */
const partnerAge = age.nullable().optional()

/** Left out by a form without the field: no limit. */
const typedPartnerAge = z
  .string()
  .trim()
  .transform((typed) => (typed === '' ? null : Number(plainDigits(typed))))
  .pipe(age.nullable())
  .prefault('')

interface PartnerAges {
  minPartnerAge?: number | null | undefined
  maxPartnerAge?: number | null | undefined
}

/** Both ages are sent together: one alone could contradict the other, which is stored. */
const areTogether = ({ minPartnerAge: min, maxPartnerAge: max }: PartnerAges) =>
  (min === undefined) === (max === undefined)
const areInOrder = ({ minPartnerAge: min, maxPartnerAge: max }: PartnerAges) =>
  (min ?? LIMITS.age.min) <= (max ?? LIMITS.age.max)

interface NamedLanguages {
  languages?: readonly string[] | undefined
  learning?: readonly string[] | undefined
}

/** The spoken languages are sent with those to learn: stored ones could contain one of them. */
const areSpokenNamed = ({ languages = [], learning = [] }: NamedLanguages) =>
  learning.length === 0 || languages.length > 0
const areApart = ({ languages = [], learning = [] }: NamedLanguages) =>
  !learning.some((language) => languages.includes(language))

const SPOKEN_NAMED = {
  path: ['languages'],
  error: text('To learn a language, also choose the languages you speak'),
}
const APART = { path: ['learning'], error: text('You cannot learn a language that you already speak') }

const TOGETHER = {
  path: ['maxPartnerAge'],
  error: text('Send the lowest and the highest age together'),
}
const IN_ORDER = { path: ['maxPartnerAge'], error: text('The highest age cannot be below the lowest') }

const profileFields = z.object({
  id: z.string(text('User ID is required')).min(1, text('User ID is required')),
  displayName: displayName(REQUIRED).regex(VISIBLE, REQUIRED),
  interests: joined.pipe(interests),
  lookingFor: joined.pipe(lookingFor),
  languages: joined.pipe(languages).optional(),
  learning: joined.pipe(learning).optional(),
  nearBy: z.boolean().optional(),
  age,
  minPartnerAge: partnerAge,
  maxPartnerAge: partnerAge,
  filterByGender: filterByGender.optional(),
  language: language.optional(),
})

/** The body of PUT /api/v1/user. What is left out stays as it is. */
export const profileUpdate = profileFields
  .refine(areTogether, TOGETHER)
  .refine(areInOrder, IN_ORDER)
  .refine(areSpokenNamed, SPOKEN_NAMED)
  .refine(areApart, APART)
export type ProfileUpdate = z.infer<typeof profileUpdate>

/** The form holds the ages as text. */
export const profileForm = profileFields
  .extend({ age: typedAge, minPartnerAge: typedPartnerAge, maxPartnerAge: typedPartnerAge })
  .refine(areInOrder, IN_ORDER)
  .refine(areSpokenNamed, SPOKEN_NAMED)
  .refine(areApart, APART)
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
