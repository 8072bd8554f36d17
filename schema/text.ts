import * as z from 'zod'

/** Without NUL, which PostgreSQL takes in no text; nothing visible is lost. */
export const storable = () => z.string().overwrite((text) => text.replaceAll('\0', ''))

/** Something that is neither space nor control nor format characters. */
export const VISIBLE = /[^\s\p{Cf}\p{Cc}]/u

/** What somebody writes for others to read, without the space around it. */
export const prose = (says: { missing: string; max: number; tooLong?: string }) =>
  storable().trim().regex(VISIBLE, says.missing).max(says.max, says.tooLong)
