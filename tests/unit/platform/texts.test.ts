import { describe, expect, it } from 'vitest'
import { sentenceOf, text } from '#schema/translatable.ts'
import { deletionRequestedMail, verificationMail } from '#server/domains/mail/account-texts.ts'
import { readerOf } from '#server/domains/mail/reader.ts'
import { unreadReminderMail } from '#server/domains/mail/reminder-texts.ts'
import { englishOf } from '#server/platform/texts/english-of.ts'
import { createTexts } from '#server/platform/texts/texts.ts'

const TRANSLATIONS: Record<string, Record<string, string>> = {
  de: {
    'Not an id': 'Keine Kennung',
    'Hello {displayName},': 'Hallo {displayName},',
    'Your {product} account will be deleted on {until}': 'Dein Konto bei {product} wird am {until} gelöscht',
    '{count, plural, other {# chats}}': '{count, plural, one {# Chat} other {# Chats}}',
  },
  ar: { 'Verify your email for {product}': 'أكّد بريدك الإلكتروني لدى {product}' },
}
const reads: string[] = []
const texts = createTexts((language) => {
  reads.push(language)
  return new Map(Object.entries(TRANSLATIONS[language] ?? {}))
})

describe('the texts of the server', () => {
  it('appear in the language of the reader, and in English without a translation', () => {
    expect(texts.in('de')(text('Not an id'))).toBe('Keine Kennung')
    expect(texts.in('de')(text('Unknown plan'))).toBe('Unknown plan')
    expect(texts.in('fr')(text('Not an id'))).toBe('Not an id')
    expect(texts.in('de')(sentenceOf('Words of a moderator'))).toBe('Words of a moderator')
  })

  it('follow the header Accept-Language', () => {
    expect(texts.accepted('de-AT, en;q=0.5')(text('Not an id'))).toBe('Keine Kennung')
    expect(texts.accepted(undefined)(text('Not an id'))).toBe('Not an id')
  })

  it('contain their values, in the plural form of the language', () => {
    const chats = (count: number) => text('{count, plural, other {# chats}}', { count })
    expect([1, 2].map((count) => texts.in('de')(chats(count)))).toEqual(['1 Chat', '2 Chats'])
    expect(englishOf(chats(2))).toBe('2 chats')
  })

  it('do not interpret values', () => {
    const hostile = '{product} <b>%s</b> {n, plural, other {#}}'
    expect(texts.in('de')(text('Hello {displayName},', { displayName: hostile }))).toBe(`Hallo ${hostile},`)
  })

  it('isolate values of another direction, and remove what would turn the sentence around', () => {
    const hello = (displayName: string) => text('Hello {displayName},', { displayName })
    expect(englishOf(hello('Sara \u202eKhan'))).toBe('Hello Sara Khan,')
    expect(texts.in('de')(hello('Sara\u2069 \u202eKhan'))).toBe('Hallo Sara Khan,')
    expect(texts.in('de')(hello('سارة'))).toBe('Hallo \u2068سارة\u2069,')
    expect(texts.in('ar')(text('Verify your email for {product}', { product: 'Rapport' }))).toBe(
      'أكّد بريدك الإلكتروني لدى \u2068Rapport\u2069',
    )
  })

  it('read each catalogue once, when its language is first used', () => {
    texts.in('de')(text('Not an id'))
    texts.in('de')(text('Not an id'))
    expect(reads.filter((language) => language === 'de')).toHaveLength(1)
    expect(reads).not.toContain('en')
  })
})

describe('a mail', () => {
  const link = 'https://rapport.example/x'

  it('declares Arabic from right to left when it is in Arabic', () => {
    const { subject, html } = verificationMail(readerOf(texts, 'ar'), {
      displayName: 'Mira',
      link,
      desktop: false,
      removalLink: link,
    })
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(subject).toContain('أكّد بريدك')
  })

  // covers: design-mails-in-account-language
  it('contains the German words and date when it is in German', () => {
    const until = new Date('2026-12-01T00:00:00Z')
    const mail = deletionRequestedMail(readerOf(texts, 'de'), { displayName: 'Mira', until, link })
    expect(mail.subject).toContain('wird am 1. Dezember 2026 gelöscht')
    expect(mail.text).toContain('Hallo Mira,')
    expect(mail.html).toContain('<html lang="de">')
  })

  it('comes in English for a language that this version does not know', () => {
    const until = new Date('2026-12-01T00:00:00Z')
    const mail = deletionRequestedMail(readerOf(texts, 'tlh'), { displayName: 'Mira', until, link })
    expect(mail.subject).toContain('account will be deleted on 1 December 2026')
    expect(mail.html).toContain('<html lang="en">')
  })

  it.each([
    [1, 1, 'One message from one person is waiting for you.'],
    [3, 1, '3 messages from one person are waiting for you.'],
    [3, 2, '3 messages from 2 people are waiting for you.'],
    [100, 1, 'More than 99 messages from one person are waiting for you.'],
    [100, 2, 'More than 99 messages from 2 people are waiting for you.'],
    [100, 100, 'More than 99 messages from more than 99 people are waiting for you.'],
  ])('counts unread messages, %i of %i, in a whole sentence', (messages, people, sentence) => {
    const mail = unreadReminderMail(readerOf(texts, 'en'), {
      displayName: 'Mira',
      messages,
      people,
      link,
      desktop: false,
      unsubscribe: link,
    })
    expect(mail.text).toContain(sentence)
  })
})
