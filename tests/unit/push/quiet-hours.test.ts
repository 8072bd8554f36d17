import { describe, expect, it } from 'vitest'
import { quietFor } from '#server/domains/push/quiet-hours.ts'

const MINUTE = 60_000
const at = (time: string) => Date.parse(`2026-11-29T${time}Z`)
const night = (timeZone: string) => ({ from: '22:00', until: '07:30', timeZone })

describe('quietFor', () => {
  it.each([
    ['before midnight', 'UTC', '23:00:00', 8.5 * 60],
    ['after midnight', 'UTC', '01:00:00', 6.5 * 60],
    ['within a minute of their end', 'UTC', '07:29:30', 0.5],
    ['in the zone of the member', 'Asia/Kolkata', '17:00:00', 9 * 60],
  ])('returns how long they last %s', (_, zone, time, minutes) => {
    expect(quietFor(night(zone), at(time))).toBe(minutes * MINUTE)
  })

  it.each([
    ['at their end', 'UTC', '07:30:00'],
    ['right before they begin', 'UTC', '21:59:59'],
    ['when it is day in the zone of the member', 'Asia/Kolkata', '02:30:00'],
  ])('returns 0 %s', (_, zone, time) => {
    expect(quietFor(night(zone), at(time))).toBe(0)
  })

  it('returns 0 for hours that begin when they end', () => {
    expect(quietFor({ from: '08:00', until: '08:00', timeZone: 'UTC' }, at('08:00:00'))).toBe(0)
  })
})
