import * as z from 'zod'
import { fits, lengthOf } from './graphemes.ts'
import { text } from './translatable.ts'
import { tidyLine, VISIBLE } from './visible.ts'

/** Text that PostgreSQL and UTF-8 can hold: no NUL, no half of a surrogate pair. */
export const storable = () =>
  z
    .string()
    .refine(
      (text) => !text.includes('\0') && !/\p{Cs}/u.test(text),
      text('This text contains characters that cannot be stored'),
    )

type Bound = { minimum: number } | { maximum: number }

/** Returns a check that also tells OpenAPI the bound. */
function lengthCheck(bound: Bound, check: z.core.CheckFn<string>) {
  const made = z.check(check)
  made._zod.onattach = [({ _zod: { bag } }) => Object.assign(bag, bound)]
  return made
}

/** Checks that a text has at least so many characters, as people see them. */
export const atLeast = (minimum: number, message: string) =>
  lengthCheck({ minimum }, ({ value: input, issues }) => {
    if (lengthOf(input) < minimum)
      issues.push({ code: 'too_small', origin: 'string', minimum, inclusive: true, input, message })
  })

/** Checks that a text has at most so many characters, as people see them. */
export const atMost = (maximum: number, message?: string) =>
  lengthCheck({ maximum }, ({ value: input, issues }) => {
    if (!fits(input, maximum))
      issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input, message })
  })

/** Text for other people to read, without surrounding space. */
export const prose = (says: { missing: string; max: number; tooLong?: string }) =>
  storable().trim().regex(VISIBLE, says.missing).check(atMost(says.max, says.tooLong))

/** A name or an interest. Other people read it within our sentences, so it cannot carry controls, also of the direction. */
export const line = (says: { controls: string; missing?: string | undefined }) =>
  z
    .string(says.missing)
    .trim()
    .regex(/^[^\p{Cc}\p{Bidi_Control}]*$/u, says.controls)
    .overwrite(tidyLine)
