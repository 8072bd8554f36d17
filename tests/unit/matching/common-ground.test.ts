import { describe, expect, it } from 'vitest'
import { nextLook, stageOf, suffices } from '#server/domains/matching/relaxation.ts'
import { likeness, rarity } from '#server/domains/matching/scoring.ts'
import { aSeeker } from '../../kit/seeker.ts'

describe('the common ground of two members', () => {
  it('matters less the longer one of them waits', () => {
    const at = (waited: number, premium = false) => stageOf({ premium, waitingSince: 0 }, waited)
    expect(
      [0, 2_999, 3_000, 9_999, 10_000, 19_999, 20_000, 29_999, 30_000].map((waited) => at(waited)),
    ).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4])
    expect([-1, 0, 3_000, 10_000, 20_000, 30_000].map((waited) => at(waited, true))).toEqual([
      1, 1, 2, 3, 4, 4,
    ])
    expect([0, 2_999, 3_000, 10_000, 20_000, 30_000].map((now) => nextLook(0, now))).toEqual([
      3_000, 3_000, 10_000, 20_000, 30_000, 35_000,
    ])
  })

  it('suffices at its stage and every later one', () => {
    const none = { shared: 0, weight: 0, strong: false, lookingFor: 0, exchange: 0, language: true } as const
    const stages = (changes: object) =>
      [0, 1, 2, 3, 4].map((stage) => suffices({ ...none, ...changes }, stage))
    expect(stages({ strong: true })).toEqual([true, true, true, true, true])
    expect(stages({ shared: 1 })).toEqual([false, true, true, true, true])
    expect(stages({ lookingFor: 1 })).toEqual([false, false, true, true, true])
    expect(stages({})).toEqual([false, false, false, true, true])
  })

  it('does not suffice without a common language before the last stage, however much the two share', () => {
    const all = {
      shared: 10,
      weight: 100,
      strong: true,
      lookingFor: 5,
      exchange: 0,
      language: false,
    } as const
    expect([0, 1, 2, 3, 4].map((stage) => suffices(all, stage))).toEqual([false, false, false, false, true])
  })

  it('contains a language when both speak one, or when those of one are not known', () => {
    const common = (a: string[], b: string[]) =>
      likeness(aSeeker('ann', { languages: a }), aSeeker('ben', { languages: b }), () => 1).language
    expect(common(['hi', 'en'], ['mr', 'hi'])).toBe(true)
    expect(common(['hi', 'en'], ['mr', 'de'])).toBe(false)
    expect(common([], ['mr'])).toBe(true)
    expect(common(['mr'], [])).toBe(true)
  })

  // covers: beyond-exchange-matching
  it('contains an exchange in each direction in which one speaks what the other learns, if both search for one', () => {
    const [en, hi] = [
      { languages: ['en', 'fr'], learning: ['hi'] },
      { languages: ['hi', 'mr'], learning: ['ja', 'en'] },
    ]
    const exchange = (a: object, b: object) =>
      likeness(aSeeker('ann', a), aSeeker('ben', b), () => 1).exchange
    expect(exchange(en, hi)).toBe(2)
    expect(exchange(en, { ...hi, learning: ['ja'] })).toBe(1)
    expect(exchange(en, { ...hi, languages: ['mr'] })).toBe(1)
    expect(exchange(en, { languages: ['ta'], learning: ['ja'] })).toBe(0)
    expect(exchange(en, { ...hi, learning: [] })).toBe(0)
    expect(exchange({ ...en, learning: [] }, hi)).toBe(0)
    expect(likeness(aSeeker('ann', en), aSeeker('ben', hi), () => 1).language).toBe(true)
  })

  it('counts as strong from two shared interests on, or from half of those of one member', () => {
    const strong = (a: string[], b: string[]) =>
      likeness(aSeeker('ann', { interests: a }), aSeeker('ben', { interests: b }), () => 1).strong
    expect(strong(['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'f', 'g', 'h'])).toBe(true)
    expect(strong(['a', 'b'], ['a', 'c', 'd'])).toBe(true)
    expect(strong(['a', 'b', 'c'], ['a', 'd', 'e'])).toBe(false)
    expect(strong([], ['a'])).toBe(false)
  })

  it('weighs more for rarer interests', () => {
    const of = (waiting: number, having: number) => rarity({ waiting, with: () => having }, 'jazz')
    expect(of(10, 1)).toBeGreaterThan(of(10, 2))
    expect(of(10, 10)).toBeGreaterThan(0)
    expect(of(0, 0)).toBe(Math.round(Math.log(3) * 2 ** 32))
    const weighed = likeness(aSeeker('ann'), aSeeker('ben'), (one) => (one === 'jazz' ? 3 : 4))
    const rest = { strong: true, lookingFor: 1, exchange: 0, language: true }
    expect(weighed).toEqual({ shared: 2, weight: 7, ...rest })
  })
})
