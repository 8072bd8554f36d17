import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import * as accountTexts from '#server/domains/mail/account-texts.ts'
import * as decisionTexts from '#server/domains/mail/decision-texts.ts'
import * as reminderTexts from '#server/domains/mail/reminder-texts.ts'
import * as secondFactorTexts from '#server/domains/mail/second-factor-texts.ts'
import { ENGLISH_READER } from '#tests/kit/english-reader.ts'
import { prerenderAll } from '#web/app/prerender.tsx'
import { proseOf, readingEase } from '../kit/reading-ease.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** What readers of 13 years understand easily (Flesch). */
const EASY = 60

const FILLED_IN = {
  displayName: 'Asha',
  link: 'https://chat.example/go',
  removalLink: 'https://chat.example/not-me',
  unsubscribe: 'https://chat.example/stop',
  desktop: true,
  code: 'K7QX9A',
  plan: 'weekly',
  sum: '₹499',
  reason: 'You sent messages that someone did not want.',
  answer: 'We read the messages again.',
  reversed: false,
  left: 7,
  messages: 3,
  people: 2,
}
const UNTIL = new Date('2026-12-01T12:00:00Z')
const { premiumEndingMail, unreadReminderMail } = reminderTexts

/** The receipt has the day as text, the notice of a deletion as a date. */
const accountMailOf = (mail: (typeof accountTexts)[keyof typeof accountTexts]) =>
  mail === accountTexts.deletionRequestedMail
    ? accountTexts.deletionRequestedMail(ENGLISH_READER, { ...FILLED_IN, until: UNTIL })
    : (mail as typeof accountTexts.receiptMail)(ENGLISH_READER, { ...FILLED_IN, until: '1 December 2026' })

const MAILS: Record<string, { html: string }> = {
  ...Object.fromEntries(Object.entries(accountTexts).map(([name, mail]) => [name, accountMailOf(mail)])),
  ...Object.fromEntries(
    Object.entries(secondFactorTexts).map(([name, mail]) => [name, mail(ENGLISH_READER, FILLED_IN)]),
  ),
  sanctionMail: decisionTexts.sanctionMail(ENGLISH_READER, { ...FILLED_IN, kind: 'SUSPEND', until: UNTIL }),
  banMail: decisionTexts.sanctionMail(ENGLISH_READER, { ...FILLED_IN, kind: 'BAN', until: null }),
  appealMail: decisionTexts.appealMail(ENGLISH_READER, FILLED_IN),
  premiumEndingMail: premiumEndingMail(ENGLISH_READER, { ...FILLED_IN, until: UNTIL }),
  unreadReminderMail: unreadReminderMail(ENGLISH_READER, FILLED_IN),
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Returns the strings of an expression, with a number in place of what a template fills in. */
function stringsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(stringsOf)
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis))
    return [node.quasis.map(({ value }: { value: { cooked: string } }) => value.cooked).join('5')]
  return Object.values(node).flatMap(stringsOf)
}

/** Returns the messages that a source file throws as an `ApiError`, or shows when a request has failed. */
function messagesOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(messagesOf)
  if (!isNode(node)) return []
  const callee = isNode(node.callee) ? node.callee.name : undefined
  const isMessage = callee === 'ApiError' || callee === 'messageOf'
  if (isMessage && Array.isArray(node.arguments)) return stringsOf(node.arguments[1])
  return Object.values(node).flatMap(messagesOf)
}

const messagesIn = (sources: string) =>
  globSync(sources, { cwd: ROOT })
    .flatMap((path) => messagesOf(parseSync(path, readFileSync(resolve(ROOT, path), 'utf8')).program))
    .filter((message) => message.includes(' '))

describe('the reading ease', () => {
  it('reaches that of plain English for every public page', async () => {
    const pages = (await prerenderAll('https://chat.example')).filter(({ language }) => language === 'en')
    const scores = pages.map(({ path, html }) => [path, readingEase(proseOf(html))] as const)
    expect(scores.length).toBeGreaterThan(10)
    expect(scores.filter(([, score]) => score < EASY)).toEqual([])
  })

  it.each(Object.entries(MAILS))('reaches that of plain English for the %s', (_name, { html }) => {
    expect(readingEase(proseOf(html))).toBeGreaterThanOrEqual(EASY)
  })

  it.each(['server/**/*.ts', 'web/**/*.{ts,tsx}'])(
    'reaches that of plain English for the errors of %s',
    (sources) => {
      const messages = messagesIn(sources)
      expect(messages.length).toBeGreaterThan(20)
      expect(readingEase(messages)).toBeGreaterThanOrEqual(EASY)
    },
  )

  it('tells plain English from the language of contracts', () => {
    expect(readingEase(['We closed your account. You can log in again next week.'])).toBeGreaterThan(80)
    expect(
      readingEase([
        'Notwithstanding the aforementioned stipulations, liability for consequential impairments remains categorically excluded.',
      ]),
    ).toBeLessThan(0)
  })
})
