import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { Evening } from '#schema/evenings.ts'
import { hoursInForm } from '#web/screens/admin/evenings/evening-hours.ts'
import { repetitionOf } from '#web/screens/admin/evenings/repetition-fields.tsx'
import { isRunning, nextEvenings } from '#web/screens/shared/wishes/evening-times.ts'
import { WhyThisMatch } from '#web/screens/shared/wishes/why-this-match.tsx'
import { signedIn } from '../web-state/kit.ts'
import { drawTexts } from './draw.tsx'

const HOUR = 60 * 60_000
const NOW = Date.UTC(2020, 0, 5, 20)
const evening = (id: string, from: number, until: number, cancelled = false): Evening => ({
  id,
  topic: 'Jazz',
  startsAt: new Date(NOW + from * HOUR).toISOString(),
  endsAt: new Date(NOW + until * HOUR).toISOString(),
  wantsReminder: false,
  cancelled,
})

describe('the next evening', () => {
  const [ended, running, later] = [evening('ended', -2, 0), evening('running', -1, 1), evening('later', 5, 6)]

  // covers: beyond-evenings-screen
  it('leaves out those that ended, and precedes the later ones', () => {
    expect(nextEvenings([ended, running, later], NOW)).toEqual({ next: running, later: [later] })
    expect(nextEvenings([ended], NOW)).toEqual({ next: null, later: [] })
    expect([ended, running, later].map((one) => isRunning(one, NOW))).toEqual([true, true, false])
  })

  // covers: beyond-evenings-cancel
  it('comes before a cancelled one, which is shown where there is no other and never runs', () => {
    const cancelled = evening('cancelled', -1, 1, true)
    expect(nextEvenings([cancelled, later], NOW)).toEqual({ next: later, later: [cancelled] })
    expect(nextEvenings([cancelled], NOW)).toEqual({ next: cancelled, later: [] })
    expect(isRunning(cancelled, NOW)).toBe(false)
  })
})

describe('the form of an evening', () => {
  // covers: beyond-evenings-change
  it('begins with the hours in the time of the zone', () => {
    const hours = { startsAt: '2020-07-01T22:30:00.000Z', endsAt: '2020-07-02T00:15:00.000Z' }
    const inBerlin = { day: '2020-07-02', from: '00:30', until: '02:15' }
    expect(hoursInForm({ ...hours, timeZone: 'Europe/Berlin' })).toEqual(inBerlin)
  })

  // covers: beyond-evenings-repeat
  it('names either a number of times or a last day, or neither', () => {
    const filled = { times: '4', lastDay: '2020-02-01' }
    expect(repetitionOf({ kind: 'once', ...filled })).toEqual({ times: null, lastDay: null })
    expect(repetitionOf({ kind: 'times', ...filled })).toEqual({ times: 4, lastDay: null })
    expect(repetitionOf({ kind: 'times', ...filled, times: 'x' })).toEqual({ times: 0, lastDay: null })
    expect(repetitionOf({ kind: 'lastDay', ...filled })).toEqual({ times: null, lastDay: '2020-02-01' })
  })
})

describe('why two were matched in an evening', () => {
  // covers: beyond-evenings-why
  it('names the evening before what they have in common', async () => {
    const props = { interests: ['Tea'], lookingFor: [], languages: ['en'], evening: 'Jazz' }
    expect(await drawTexts(await signedIn(), createElement(WhyThisMatch, props))).toEqual([
      'What brought you together: the evening about Jazz.',
    ])
  })
})
