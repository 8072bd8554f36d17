import * as z from 'zod'

/** Text that PostgreSQL and UTF-8 can hold: no NUL, no half of a surrogate pair. */
export const storable = () =>
  z
    .string()
    .refine(
      (text) => !text.includes('\0') && !/\p{Cs}/u.test(text),
      'This text contains characters that cannot be stored',
    )

/** Something that is neither space nor control nor format characters. */
export const VISIBLE = /[^\s\p{Cf}\p{Cc}]/u

/** What somebody writes for others to read, without the space around it. */
export const prose = (says: { missing: string; max: number; tooLong?: string }) =>
  storable().trim().regex(VISIBLE, says.missing).max(says.max, says.tooLong)
