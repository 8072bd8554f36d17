import * as z from 'zod'
import { plainDigits } from './digits.ts'
import { emailAddress, givenEmail } from './email.ts'
import { GENDERS, LOOKING_FOR } from './enums.ts'
import { interestKey } from './interests.ts'
import { language } from './language.ts'
import { LIMITS } from './limits.ts'
import { factorCode } from './second-factor.ts'
import { atLeast, atMost, line } from './text.ts'
import { text } from './translatable.ts'
import { VISIBLE } from './visible.ts'

const trimmed = z.string().trim()

/** The login name is an email address. */
export const userName = emailAddress(
  text('Must be a valid email address'),
  givenEmail.min(LIMITS.userName.min, text('Username must be at least 5 characters')),
)

export const newPassword = z
  .string()
  .min(LIMITS.password.min, text('Password must be at least 8 characters'))
  .max(LIMITS.password.max, text('Password cannot exceed 200 characters'))
  .regex(/\p{Lu}/u, text('Password must contain at least one uppercase letter'))
  .regex(/\p{Nd}/u, text('Password must contain at least one number'))
  .regex(/[^\p{L}\p{N}\s]/u, text('Password must contain at least one special character'))

/** A name of up to 50 characters. */
export const displayName = (missing?: string) =>
  line({ controls: text('Display name cannot contain control characters'), missing }).check(
    atMost(LIMITS.displayName.max, text('Display name cannot exceed 50 characters')),
  )

export const interest = line({ controls: text('An interest cannot contain control characters') })
  .regex(VISIBLE, text('An interest cannot be empty'))
  .check(atMost(LIMITS.interests.maxLength, text('An interest cannot exceed 50 characters')))
  .regex(/^[^,]*$/, text('An interest cannot contain commas'))

/** Keeps the first spelling of each interest. */
const distinct = (list: string[]) =>
  [...new Map(list.map((item) => [interestKey(item), item] as const).reverse()).values()].reverse()

export const interests = z
  .array(interest)
  .transform(distinct)
  .pipe(
    z
      .array(z.string())
      .min(LIMITS.interests.min, text('At least one interest is required'))
      .max(LIMITS.interests.max, text('Cannot have more than 10 interests')),
  )

export const lookingFor = z
  .array(z.enum(LOOKING_FOR))
  .min(LIMITS.lookingFor.min, text('Select at least one option'))
  .max(LIMITS.lookingFor.max, text('Cannot select more than 5 options'))
  .transform((list) => [...new Set(list)])

export const age = z
  .number(text('Invalid age'))
  .int(text('Invalid age'))
  .min(LIMITS.age.min, text('Must be at least 18 years old'))
  .max(LIMITS.age.max, text('Invalid age'))

/** The age in a form, as text in the digits of any script. */
export const typedAge = trimmed
  .transform((typed) => (typed === '' ? Number.NaN : Number(plainDigits(typed))))
  .pipe(age)

/** Separators in a phone number: spaces, dashes, dots, parentheses and invisible marks. */
const PHONE_SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212.()]/gu

const lengthOf = (phone: string) => phone.replace(/^\+/, '').length

/** Phone numbers are checked, stored and returned without separators, in ASCII digits. A leading plus counts as no digit. */
const phone = z
  .string()
  .transform((typed) => plainDigits(typed).replaceAll(PHONE_SEPARATORS, ''))
  .refine((given) => lengthOf(given) >= LIMITS.phone.min, text('Phone number must be at least 10 digits'))
  .refine((given) => lengthOf(given) <= LIMITS.phone.max, text('Phone number cannot exceed 15 digits'))
  .pipe(z.string().regex(/^\+?\d{10,15}$/, text('Must be a valid phone number')))

/** The body of POST /api/user (spec §3, §5). */
export const registration = z.object({
  userName,
  password: newPassword,
  displayName: displayName().check(
    atLeast(LIMITS.displayName.min, text('Display name must be at least 5 characters')),
  ),
  phone,
  interests,
  nearBy: z.boolean().default(false),
  gender: z.enum(GENDERS, text('Select a gender')),
  age,
  lookingFor,
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  /** Without it, the header Accept-Language decides. */
  language: language.optional(),
})
export type Registration = z.infer<typeof registration>

/** The form adds the consent, which is not sent, and holds the age as text. */
export const registrationForm = registration.extend({
  age: typedAge,
  termsAccepted: z.literal(true, text('You must accept the Terms & Conditions')),
})
export type RegistrationForm = z.infer<typeof registrationForm>

export const login = z.object({
  userName: givenEmail
    .min(1, text('Email is required'))
    .max(LIMITS.userName.max, text('Must be a valid email address')),
  password: z
    .string()
    .min(1, text('Password is required'))
    .max(LIMITS.password.max, text('Password is too long')),
  /** For accounts with a second factor: a code of the authenticator app, or a recovery code. */
  code: factorCode.optional(),
})
export type Login = z.infer<typeof login>
