import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { chooseIcebreakers } from '#web/screens/chat/choose-icebreakers.ts'
import { GROUPS, NO_INTEREST_QUESTIONS, PROPER_NAMES } from '#web/screens/chat/icebreaker-texts.ts'
import { showInterestsIn } from '../../kit/show-interests-in.ts'

const ME = '01999999-0000-7000-8000-000000000001'
const THEM = '01999999-0000-7000-8000-000000000002'
const CHAT = '01999999-0000-7000-8000-0000000000c1'

const choose = (sharedInterests: string[], { id = CHAT, userId = ME } = {}) =>
  chooseIcebreakers({ id, userId, sharedInterests })
const questionsOf = (interest: string) =>
  GROUPS.find(({ interests }) => interests.includes(interest))?.questions.map((question) =>
    i18n._({ ...question, values: { interest: interest.toLowerCase() } }),
  ) ?? []

describe('icebreakers', () => {
  it('offer three different questions that stay the same on each render', () => {
    const chosen = choose(['Jazz'])
    expect(new Set(chosen).size).toBe(3)
    expect(choose(['Jazz'])).toEqual(chosen)
  })

  it('differ between conversations, and between the two members', () => {
    const conversations = Array.from({ length: 20 }, (_, n) => choose(['Jazz'], { id: `${CHAT}${n}` }).join())
    expect(new Set(conversations).size).toBeGreaterThan(1)
    const pairs = Array.from({ length: 20 }, (_, n) => {
      const id = `${CHAT}${n}`
      return [choose(['Jazz'], { id }).join(), choose(['Jazz'], { id, userId: THEM }).join()]
    })
    expect(pairs.some(([mine, theirs]) => mine !== theirs)).toBe(true)
  })

  it('ask one question about each shared interest', () => {
    const shared = ['Jazz', 'Chess', 'Bread']
    const chosen = choose(shared)
    for (const interest of shared)
      expect(
        chosen.filter((text) => questionsOf(interest).includes(text)),
        interest,
      ).toHaveLength(1)
  })

  it('never ask the same question about two interests', () => {
    for (let n = 0; n < 50; n += 1) {
      const chosen = choose(['Jazz', 'Opera', 'Hip hop', 'Chess'], { id: `${CHAT}${n}` })
      expect(chosen.filter((text) => text.startsWith('What got you into')).length).toBeLessThanOrEqual(1)
    }
  })

  it('recognise a suggested interest in any spelling', () => {
    expect(questionsOf('Jazz')).toEqual(expect.arrayContaining(choose(['JAZZ'])))
  })

  it('quote any other interest as it was typed, even one that looks like a pattern', () => {
    for (const interest of ['Repairing watches', 'चाय और किताबें', '$& {interest} $1'])
      for (const text of choose([interest])) expect(text.startsWith(`${interest}: `), text).toBe(true)
  })

  it('stay neutral without a shared interest', () => {
    const chosen = choose([])
    expect(chosen).toHaveLength(3)
    const neutral = NO_INTEREST_QUESTIONS.map((question) => i18n._(question))
    for (const text of chosen) expect(neutral).toContain(text)
  })

  // covers: beyond-icebreakers
  it('exist for every suggested interest, which is in exactly one group', () => {
    const grouped = GROUPS.flatMap(({ interests }) => interests)
    expect(grouped.toSorted()).toEqual([...SUGGESTED_INTERESTS].toSorted())
    for (const name of PROPER_NAMES) expect(grouped).toContain(name)
  })

  // covers: beyond-icebreakers-language
  it('write an interest as its list does in other languages, which have capital letters of their own', () => {
    const [question] = GROUPS.find(({ interests }) => interests.includes('Photography'))?.questions ?? []
    showInterestsIn('de', { [question?.id ?? '']: ['Was hat dich für ', ['interest'], ' begeistert?'] })
    const chosen = Array.from({ length: 8 }, (_, n) => choose(['Photography'], { id: `${CHAT}${n}` })).flat()
    expect(chosen).toContain('Was hat dich für Fotografie begeistert?')
    expect(choose(['fotografie'])).toEqual(choose(['Photography']))
  })

  it('isolate an interest on an Arabic page, where signs after Latin letters would change their place', () => {
    showInterestsIn('ar')
    for (const text of choose(['C++'])) expect(text.startsWith('\u2068C++\u2069: '), text).toBe(true)
  })

  it('keep the capital letter of names', () => {
    const chosen = Array.from({ length: 8 }, (_, n) => choose(['Sufi music'], { id: `${CHAT}${n}` })).flat()
    expect(chosen).toContain('What got you into Sufi music?')
  })
})
