import * as z from 'zod'
import { text } from './translatable.ts'

/** Text that PostgreSQL and UTF-8 can hold: no NUL, no half of a surrogate pair. */
export const storable = () =>
  z
    .string()
    .refine(
      (text) => !text.includes('\0') && !/\p{Cs}/u.test(text),
      text('This text contains characters that cannot be stored'),
    )

/** Matches text with a visible character. */
export const VISIBLE = /[^\s\p{Cf}\p{Cc}]/u

/** Text for other people to read, without surrounding space. */
export const prose = (says: { missing: string; max: number; tooLong?: string }) =>
  storable().trim().regex(VISIBLE, says.missing).max(says.max, says.tooLong)
