import { describe, expect, it } from 'vitest'
import { DATE_TIME } from '#server/transports/graphql/date-time.ts'

describe('the DateTime scalar', () => {
  it('reads ISO 8601 with a time zone', () => {
    for (const text of ['2026-11-22T09:30:00Z', '2026-11-22T09:30:00.000Z', '2026-11-22T15:00:00+05:30'])
      expect(DATE_TIME.parseValue(text)).toEqual(new Date('2026-11-22T09:30:00Z'))
  })

  it.each([
    'yesterday',
    '2026-11-22',
    '2026-11-22T09:30:00',
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '',
    0,
    Number.POSITIVE_INFINITY,
    null,
    {},
    [],
  ])('refuses %j', (value) => {
    expect(() => DATE_TIME.parseValue(value)).toThrow('ISO 8601')
  })

  it('writes a date or a text in UTC, whatever its zone', () => {
    expect(DATE_TIME.serialize(new Date('2026-11-22T15:00:00+05:30'))).toBe('2026-11-22T09:30:00.000Z')
    expect(DATE_TIME.serialize('2026-11-22T09:30:00.000Z')).toBe('2026-11-22T09:30:00.000Z')
    for (const text of ['2026-11-22T15:00:00.123456+05:30', '2026-11-22T09:30:00.123+00:00'])
      expect(DATE_TIME.serialize(text)).toBe('2026-11-22T09:30:00.123Z')
  })
})
