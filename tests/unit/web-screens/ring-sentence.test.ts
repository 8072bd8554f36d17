import { describe, expect, it } from 'vitest'
import { ringSentence } from '#web/screens/shared/wishes/ring-sentence.ts'

const UNTIL = new Date(2020, 0, 5, 21).toISOString()
const ways = { isBlocked: false, needsApp: false, isElsewhere: false }

describe('ringSentence', () => {
  // covers: beyond-ring-card
  it('promises no ring where nothing can ring the member', () => {
    const blocked = { ...ways, isBlocked: true }
    expect(ringSentence(null, blocked)).toBe('')
    expect(ringSentence(UNTIL, blocked)).toMatch(/^Your search goes on until \S+/)
    for (const way of [{ needsApp: true }, { isElsewhere: true }])
      expect(ringSentence(UNTIL, { ...blocked, ...way })).not.toContain('ring')
  })

  // covers: beyond-ring-card
  it.each([
    [{}, /^We'll ring you until .+ You can close the app\.$/],
    [{ needsApp: true }, /don't quit the app\.$/],
    [{ isElsewhere: true }, /^We'll ring your other devices/],
  ])('says until when which device rings: %o', (way, sentence) => {
    expect(ringSentence(UNTIL, { ...ways, ...way })).toMatch(sentence)
  })
})
