import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { interest } from './registration.ts'
import { timeOfDay, timeZone } from './time-zone.ts'
import { text } from './translatable.ts'

const { times, hours } = LIMITS.evenings
const MINUTES_A_DAY = 24 * 60

/** The year has four digits and begins with 2, which PostgreSQL and JavaScript read alike. */
const day = z.iso.date(text('Please enter a day.')).regex(/^2/, text('Please enter a day.'))
/** PostgreSQL reads an offset such as +05:30 with the opposite sign, so only names are allowed. */
const namedZone = timeZone.regex(/^[A-Za-z]/, text('This time zone is not known.'))

/** An evening as one member sees it. */
export const evening = z.object({
  id: z.uuid(),
  topic: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  wantsReminder: z.boolean(),
  cancelled: z.boolean(),
})
export type Evening = z.infer<typeof evening>

export const eveningList = z.object({ elements: z.array(evening) })
export type EveningList = z.infer<typeof eveningList>

/** What an administrator enters about one evening, in the time of its zone. */
const plan = z.object({
  topic: interest,
  day,
  from: timeOfDay,
  until: timeOfDay,
  timeZone: namedZone,
})

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** `until` is on the next day when it is earlier than `from`. */
const lastsTooLong = ({ from, until }: { from: string; until: string }) => {
  const minutes = (minutesOf(until) - minutesOf(from) + MINUTES_A_DAY) % MINUTES_A_DAY
  return minutes === 0 || minutes > hours * 60
}
const LENGTH = {
  error: text('An evening lasts between one minute and 12 hours.'),
  path: ['until'],
}

export const eveningPlan = plan
  .extend({
    /** How many evenings there are, a week apart. */
    times: z
      .number()
      .int()
      .min(1, text('At least one evening'))
      .max(times, text('At most 52 evenings'))
      .nullish(),
    /** Instead of `times`: the last day on which there may be one. */
    lastDay: day.nullish(),
  })
  .refine((one) => !lastsTooLong(one), LENGTH)
  .refine(({ times, lastDay }) => times == null || lastDay == null, {
    error: text('Choose a number of evenings or a last day, not both.'),
    path: ['lastDay'],
  })
  .refine(({ day, lastDay }) => lastDay == null || lastDay >= day, {
    error: text('The last day cannot be before the first.'),
    path: ['lastDay'],
  })
export type EveningPlan = z.output<typeof eveningPlan>

export const eveningChange = plan
  .extend({
    id: z.uuid(text('Not an id')),
    /** Whether the later evenings of the repetition change too. */
    andLater: z.boolean(),
  })
  .refine((one) => !lastsTooLong(one), LENGTH)
export type EveningChange = z.output<typeof eveningChange>

export const eveningCancellation = z.object({ id: z.uuid(text('Not an id')), andLater: z.boolean() })
export type EveningCancellation = z.output<typeof eveningCancellation>

/** An evening in the console. The figures are null before they are counted, and for fewer than 20 members. */
export interface PlannedEvening {
  id: string
  seriesId: string
  topic: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  cancelled: boolean
  counted: boolean
  members: number | null
  conversations: number | null
  medianMessages: number | null
}
