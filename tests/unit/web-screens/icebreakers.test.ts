import { describe, expect, it } from 'vitest'
import { SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { chooseIcebreakers } from '#web/screens/chat/choose-icebreakers.ts'
import { GROUPS, NAMES, OF_NOTHING } from '#web/screens/chat/icebreaker-texts.ts'

const ME = '01999999-0000-7000-8000-000000000001'
const THEM = '01999999-0000-7000-8000-000000000002'
const CHAT = '01999999-0000-7000-8000-0000000000c1'

const choose = (sharedInterests: string[], { id = CHAT, userId = ME } = {}) =>
  chooseIcebreakers({ id, userId, sharedInterests })
const questionsOf = (interest: string) =>
  GROUPS.find(({ interests }) => interests.includes(interest))?.questions.map((question) =>
    question.replace('{it}', interest.toLowerCase()),
  ) ?? []

describe('icebreakers', () => {
  it('are three different ones, the same each time they are drawn', () => {
    const chosen = choose(['Jazz'])
    expect(new Set(chosen).size).toBe(3)
    expect(choose(['Jazz'])).toEqual(chosen)
  })

  it('differ from conversation to conversation, and between the two', () => {
    const conversations = Array.from({ length: 20 }, (_, n) => choose(['Jazz'], { id: `${CHAT}${n}` }).join())
    expect(new Set(conversations).size).toBeGreaterThan(1)
    const pairs = Array.from({ length: 20 }, (_, n) => {
      const id = `${CHAT}${n}`
      return [choose(['Jazz'], { id }).join(), choose(['Jazz'], { id, userId: THEM }).join()]
    })
    expect(pairs.some(([mine, theirs]) => mine !== theirs)).toBe(true)
  })

  it('ask about what the two share, one of each', () => {
    const shared = ['Jazz', 'Chess', 'Bread']
    const chosen = choose(shared)
    for (const interest of shared)
      expect(
        chosen.filter((text) => questionsOf(interest).includes(text)),
        interest,
      ).toHaveLength(1)
  })

  it('never ask the same of two interests', () => {
    for (let n = 0; n < 50; n += 1) {
      const chosen = choose(['Jazz', 'Opera', 'Hip hop', 'Chess'], { id: `${CHAT}${n}` })
      expect(chosen.filter((text) => text.startsWith('What got you into')).length).toBeLessThanOrEqual(1)
    }
  })

  it('know a suggested interest however it was typed', () => {
    expect(questionsOf('Jazz')).toEqual(expect.arrayContaining(choose(['JAZZ'])))
  })

  it('take any other interest as it was written, also one that looks like a pattern', () => {
    for (const interest of ['Repairing watches', 'चाय और किताबें', '$& {it} $1'])
      for (const text of choose([interest])) expect(text.startsWith(`${interest}: `), text).toBe(true)
  })

  it('are neutral where nothing is shared', () => {
    const chosen = choose([])
    expect(chosen).toHaveLength(3)
    for (const text of chosen) expect(OF_NOTHING).toContain(text)
  })

  it('are there for every suggested interest, which stands in one group', () => {
    const grouped = GROUPS.flatMap(({ interests }) => interests)
    expect(grouped.toSorted()).toEqual([...SUGGESTED_INTERESTS].toSorted())
    for (const name of NAMES) expect(grouped).toContain(name)
  })

  it('leave names their capital letter', () => {
    const chosen = Array.from({ length: 8 }, (_, n) => choose(['Sufi music'], { id: `${CHAT}${n}` })).flat()
    expect(chosen).toContain('What got you into Sufi music?')
  })
})
