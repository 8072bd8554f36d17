import { describe, expect, it } from 'vitest'
import { appealMail, sanctionMail } from '#server/domains/mail/decision-texts.ts'
import { ENGLISH_READER } from '#tests/kit/english-reader.ts'

const about = {
  displayName: 'Mira',
  reason: 'Threats.',
  link: 'https://rapport.example/auth',
}
const until = new Date('2026-12-01T00:00:00Z')

describe('the mail about a sanction', () => {
  it.each([
    ['SUSPEND', until, 'is suspended until 1 December 2026. The reason: Threats.'],
    ['PAUSE', until, 'is paused until 1 December 2026. The reason: Threats.'],
    ['BAN', null, 'is banned for good. The reason: Threats.'],
  ] as const)('says for %s what happened, until when and why', (kind, end, sentence) => {
    const { text } = sanctionMail(ENGLISH_READER, { ...about, kind, until: end })
    expect(text).toContain(sentence)
  })

  it.each([
    ['SUSPEND', until],
    ['PAUSE', until],
    ['BAN', null],
  ] as const)('says for %s how to appeal, and where', (kind, end) => {
    const { text, html } = sanctionMail(ENGLISH_READER, { ...about, kind, until: end })
    for (const one of [text, html]) {
      expect(one).toContain('If you think this is a mistake, log in and tell us why.')
      expect(one).toContain('A different moderator will review it.')
      expect(one).toContain(about.link)
    }
  })
})

describe('the mail about an appeal', () => {
  it.each([
    [true, 'You were right, and we have reversed the decision.'],
    [false, 'We have not changed the decision.'],
  ])('says whether the decision was reversed: %s', (reversed, sentence) => {
    const { text } = appealMail(ENGLISH_READER, { ...about, reversed, answer: 'We read it again.' })
    expect(text).toContain(`${sentence}\n\nOur answer: We read it again.`)
  })
})
