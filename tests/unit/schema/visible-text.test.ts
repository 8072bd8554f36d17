import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { report, sendMessage } from '#schema/chat.ts'
import { cutText, excessOf, lengthOf } from '#schema/graphemes.ts'
import { appealRequest, decision, newNote } from '#schema/moderation.ts'
import { profileUpdate } from '#schema/profile.ts'
import { interest, registration } from '#schema/registration.ts'

const shapes = registration.shape
const NAME = shapes.displayName
const PROFILE_NAME = profileUpdate.shape.displayName
const TYPED: [string, z.ZodType, string][] = [
  ['a message', sendMessage.shape.message, 'A message cannot be empty'],
  ['the reason of a report', report.shape.reason, 'Please tell us what happened'],
  ['an appeal', appealRequest.shape.text, 'Please tell us why this was a mistake.'],
  ['a note', newNote.shape.text, 'Write what other moderators should know.'],
  ['an interest', interest, 'An interest cannot be empty'],
  ['the name of a profile', PROFILE_NAME, 'Display name is required'],
  ['the name of a registration', NAME, 'Display name must be at least 5 characters'],
]
const messagesOf = (model: z.ZodType, value: unknown) =>
  model.safeParse(value).error?.issues.map(({ message }) => message) ?? []

/** Five of each, as a person would type them to have no name. */
const UNSEEN = {
  spaces: '     ',
  'zero-width spaces': '\u200b'.repeat(5),
  'fillers of Korean': '\u3164'.repeat(5),
  'half-width fillers of Korean': '\uffa0'.repeat(5),
  'blanks of braille': '\u2800'.repeat(5),
  'variation selectors': '\ufe0f'.repeat(5),
  'grapheme joiners': '\u034f'.repeat(5),
  'combining marks': '\u0301'.repeat(5),
  'enclosing marks': '\u20dd'.repeat(5),
  'soft hyphens': '\u00ad'.repeat(5),
  tags: '\u{e0041}'.repeat(5),
  joiners: '\u200d'.repeat(5),
}

describe('a text that a person types', () => {
  // covers: design-visible-text-rule
  it.each(TYPED)('needs something to see: %s', (_, model, message) => {
    for (const [kind, unseen] of Object.entries(UNSEEN))
      expect([kind, ...messagesOf(model, unseen)]).toEqual([kind, message])
    for (const seen of ['Hello', '١٢٣٤٥', '👍🏽👍🏽👍🏽👍🏽👍🏽', 'न\u092eस्ते दोस्त', '?!?!?'])
      expect([seen, ...messagesOf(model, seen)]).toEqual([seen])
  })

  it('says that a decision needs a reason, when nothing of it can be seen', () => {
    expect(messagesOf(decision, { kind: 'WARN', reason: UNSEEN['fillers of Korean'] })).toEqual([
      'Please give a reason. The member will read it.',
    ])
  })
})

describe('a name or an interest', () => {
  const CONTROLS = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c'

  // covers: design-visible-text-rule
  it.each([...CONTROLS])('cannot contain a control of the direction: %j', (control) => {
    const name = `Sara ${control}Khan`
    expect(messagesOf(NAME, name)).toEqual(['Display name cannot contain control characters'])
    expect(messagesOf(PROFILE_NAME, name)).toEqual(['Display name cannot contain control characters'])
    expect(messagesOf(interest, `Jazz${control} music`)).toEqual([
      'An interest cannot contain control characters',
    ])
  })

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क\u094d\u200dष श\u094d\u200cन तमिल'],
    ['a family', 'Team 👨\u200d👩\u200d👧'],
    ['the flag of Scotland', 'Iain \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a heart', 'Sara ❤\ufe0f'],
    ['Vietnamese with separate marks', 'Nguye\u0302\u0303n'],
  ])('keeps the joiners and marks of %s', (_, name) => {
    expect(NAME.parse(name)).toBe(name)
    expect(interest.parse(name)).toBe(name)
  })

  it('keeps to one line, without blanks around it and needless invisible characters', () => {
    expect(NAME.parse('\u3164 Sara\u200b \u3000 \u2800 Khan\ufeff ')).toBe('Sara Khan')
    expect(interest.parse(' Board\u00a0 \u2060games\u00ad ')).toBe('Board games')
  })

  it('keeps five marks on one letter, as no language needs more', () => {
    expect(NAME.parse(`Za\u0300\u0301\u0302\u0303${'\u0308'.repeat(40)}lgo`)).toBe(
      'Za\u0300\u0301\u0302\u0303\u0308lgo',
    )
  })
})

describe('the length of a text', () => {
  // covers: design-visible-text-rule
  it.each([
    ['a letter with a mark', 'e\u0301', 1],
    ['a syllable of Hindi', 'नि', 1],
    ['a family', '👨‍👩‍👧‍👦', 1],
    ['a flag', '🇮🇳', 1],
    ['a line end of Windows', 'a\r\nb', 3],
    ['letters between invisible characters', 'a\u200bb\u2060c', 3],
    ['marks without a letter', '\u0301', 0],
    ['plain English', 'Hello there', 11],
  ])('counts what people see: %s', (_, text, length) => {
    expect(lengthOf(text)).toBe(length)
  })

  it('runs from 5 to 50 for a name and up to 50 for an interest, in any script', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(messagesOf(NAME, 'नि'.repeat(4))).toEqual(['Display name must be at least 5 characters'])
    expect(messagesOf(NAME, family.repeat(4))).toEqual(['Display name must be at least 5 characters'])
    expect(messagesOf(NAME, `Al${'\u200b'.repeat(9)}`)).toEqual([
      'Display name must be at least 5 characters',
    ])
    for (const model of [NAME, PROFILE_NAME, interest]) {
      expect(messagesOf(model, 'नि'.repeat(50))).toEqual([])
      expect(messagesOf(model, 'नि'.repeat(51))).toHaveLength(1)
    }
  })

  it('runs up to 4000 for a message, whatever its characters are made of', () => {
    const message = sendMessage.shape.message
    expect(messagesOf(message, 'e\u0301'.repeat(4000))).toEqual([])
    expect(messagesOf(message, 'e\u0301'.repeat(4001))).toEqual(['A message cannot exceed 4000 characters'])
    // Four code units for each character bound what a message takes in a store.
    expect(messagesOf(message, `a${'\u0301'.repeat(15_999)}`)).toEqual([])
    expect(messagesOf(message, `a${'\u0301'.repeat(16_000)}`)).toEqual([
      'A message cannot exceed 4000 characters',
    ])
  })

  it('says by how much a text is too long', () => {
    expect(excessOf('e\u0301'.repeat(5), 5)).toBe(0)
    expect(excessOf('e\u0301'.repeat(8), 5)).toBe(3)
    expect(excessOf('hello', 4)).toBe(1)
    expect(excessOf(`a${'\u0301'.repeat(23)}`, 5)).toBe(1)
  })
})

describe('a text that is cut', () => {
  it.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a syllable', 'क्षि'],
    ['a letter with marks', 'a\u0323\u0302'],
  ])('does not end within %s', (_, one) => {
    const whole = [...new Intl.Segmenter('en').segment(one.repeat(2))].map(({ segment }) => segment)
    const unit = whole.slice(0, whole.length / 2).join('')
    expect(unit).toBe(one)
    const cut = cutText(one.repeat(20), 10)
    expect(cut.endsWith('…')).toBe(true)
    expect(cut.slice(0, -1).replaceAll(one, '')).toBe('')
    expect(lengthOf(cut)).toBeLessThanOrEqual(10)
  })

  it('stays whole when it fits', () => {
    expect(cutText('e\u0301'.repeat(10), 10)).toBe('e\u0301'.repeat(10))
    expect(cutText('abcdefghijk', 10)).toBe('abcdefghi…')
  })

  it('ends even where one character is longer than all may be', () => {
    expect(cutText(`a${'\u0301'.repeat(100)}`, 10)).toBe('…')
  })
})
