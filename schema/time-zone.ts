import * as z from 'zod'
import { text } from './translatable.ts'

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A time zone by its IANA name. */
export const timeZone = z.string().max(64).refine(isTimeZone, text('This time zone is not known.'))

/** A time of the day, as HH:MM. */
export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, text('Please enter a time such as 22:30.'))
