import { i18n } from '@lingui/core'
import { afterEach, describe, expect, it } from 'vitest'
import { timesOfDay } from '#web/i18n/times-of-day.ts'
import { timeOf } from '#web/screens/shared/days.ts'

const MORNING = new Date(2026, 10, 20, 9, 5).toISOString()

describe('times of day', () => {
  afterEach(() => i18n.activate('en'))

  it.each([
    ['en', '9:05 AM', '9 AM'],
    ['de', '09:05', '9 Uhr'],
    ['fr', '09:05', '9 h'],
    ['ja', '9:05', '9時'],
  ])('follow the form that readers of %s expect', (language, time, hour) => {
    i18n.loadAndActivate({ locale: language, messages: i18n.messages })
    expect(timeOf(MORNING).replace('\u202f', ' ')).toBe(time)
    expect(timesOfDay({ from: 9, to: 18 }).from.replace('\u00a0', ' ')).toBe(hour)
  })
})
