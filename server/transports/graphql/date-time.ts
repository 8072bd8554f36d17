import { GraphQLError } from 'graphql'
import * as z from 'zod'

const instant = z.iso.datetime({ offset: true })

/** The first year that PostgreSQL and a four-digit year share. */
const FIRST_YEAR = 1

/** The `DateTime` scalar: ISO 8601 with a time zone. The server answers in UTC. */
export const DATE_TIME = {
  description:
    'A date and time in ISO 8601 with a time zone, such as "2026-11-22T09:30:00.000Z". The server always answers in UTC.',
  serialize(value: Date | string): string {
    if (value instanceof Date) return value.toISOString()
    // Evidence is JSON of the database, which writes times in its own zone.
    return value.endsWith('Z') ? value : new Date(value).toISOString()
  },
  parseValue(value: unknown): Date {
    const text = instant.safeParse(value)
    const date = new Date(text.success ? text.data : Number.NaN)
    if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < FIRST_YEAR)
      throw new GraphQLError('DateTime cannot represent a value that is not ISO 8601 with a time zone')
    return date
  },
}
