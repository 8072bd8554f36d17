import { expect } from 'vitest'
import type { Evening } from '#schema/evenings.ts'
import type { TestApp } from './app.ts'
import { ask } from './graphql.ts'
import type { Person } from './person.ts'

const FIELDS =
  'id seriesId topic startsAt endsAt timeZone cancelled counted members conversations medianMessages'

export const SCHEDULE = `mutation($topic: String!, $day: String!, $from: String!, $until: String!, $timeZone: String!,
  $times: Int, $lastDay: String) {
  scheduleEvening(topic: $topic, day: $day, from: $from, until: $until, timeZone: $timeZone, times: $times,
    lastDay: $lastDay) { ${FIELDS} } }`
export const CHANGE = `mutation($id: ID!, $andLater: Boolean!, $topic: String!, $day: String!, $from: String!,
  $until: String!, $timeZone: String!) {
  changeEvening(id: $id, andLater: $andLater, topic: $topic, day: $day, from: $from, until: $until,
    timeZone: $timeZone) { ${FIELDS} } }`
export const CANCEL =
  'mutation($id: ID!, $andLater: Boolean!) { cancelEvening(id: $id, andLater: $andLater) }'
export const PLANNED = `query($past: Boolean!) { plannedEvenings(past: $past) { ${FIELDS} } }`

const DAY = 24 * 60 * 60_000

/** Returns a plan for an evening in UTC that begins in as many minutes and lasts for an hour. */
export function planIn(minutes: number, now: number, changes: Record<string, unknown> = {}) {
  const at = (time: number) => new Date(time).toISOString()
  const begin = now + minutes * 60_000
  return {
    topic: 'Jazz',
    day: at(begin).slice(0, 10),
    from: at(begin).slice(11, 16),
    until: at(begin + 60 * 60_000).slice(11, 16),
    timeZone: 'UTC',
    ...changes,
  }
}

/** Returns the day after as many days, as YYYY-MM-DD. */
export const dayAfter = (days: number, now: number) => new Date(now + days * DAY).toISOString().slice(0, 10)

/** Schedules evenings and returns them. */
export async function schedule(node: TestApp, admin: Person, plan: Record<string, unknown>) {
  const { data, errors } = await ask(node, admin, SCHEDULE, plan)
  expect(errors).toEqual([])
  return data?.scheduleEvening as { id: string; startsAt: string; endsAt: string; topic: string }[]
}

/** Returns what a member sees over REST. */
export const eveningsOf = async (person: Person) =>
  (await person.call('GET', '/api/v1/evenings')).body.elements as Evening[]
