import { describe, expect, it } from 'vitest'
import { isolate } from '#schema/directions.ts'
import { ANONYMOUS, partnerNameOf, shownNameOf } from '#schema/partner-name.ts'

describe('the name of a partner', () => {
  it.each([
    'Sara Khan',
    'SARA KHAN',
    ' Sara  Khan',
    'Sara\u200bKhan'.replace('K', ' K'),
    'Ｓａｒａ Ｋｈａｎ',
    'Sára Khan',
    'Sara-Khan',
  ])('reads Anonymous when it reads like the reader’s own: %j', (name) => {
    expect(partnerNameOf(name, 'Sara Khan')).toBe(ANONYMOUS)
  })

  it.each([null, undefined, '', '   ', '\u3164\u3164', '\u202e\u202c', '\u0301'])(
    'reads Anonymous when nothing of it can be seen: %j',
    (name) => {
      expect(partnerNameOf(name, 'Sara Khan')).toBe(ANONYMOUS)
    },
  )

  it('stays as it is otherwise', () => {
    expect(partnerNameOf('Sara Khanna', 'Sara Khan')).toBe('Sara Khanna')
  })

  it('contains no controls, also where it was stored before they were refused', () => {
    expect(partnerNameOf('Sara \u202enahK\u2069', 'Ben')).toBe('Sara nahK')
    expect(shownNameOf(`Z${'\u0335'.repeat(30)}algo\u200f`)).toBe(`Z${'\u0335'.repeat(5)}algo`)
  })
})

describe('a value in a sentence', () => {
  // covers: design-visible-text-rule
  it('cannot change the direction of what follows it', () => {
    expect(isolate('Sara \u202eKhan', 'ltr')).toBe('Sara Khan')
    expect(isolate('\u202eSara \u2069Khan', 'rtl')).toBe('\u2068Sara Khan\u2069')
    expect(isolate('\u2067Sara', 'ltr')).toBe('Sara')
  })

  it('keeps the isolates of a sentence of ours and the marks of a date', () => {
    expect(isolate('\u2068شعر\u2069, Jazz', 'ltr')).toBe('\u2066\u2068شعر\u2069, Jazz\u2069')
    expect(isolate('24\u200f/11\u200f/2026', 'rtl')).toBe('\u206824\u200f/11\u200f/2026\u2069')
  })
})
