import type { RestrictionKind } from '#schema/moderation.ts'
import { PRODUCT } from '#schema/product.ts'
import { sentenceOf, type Text, text } from '#schema/translatable.ts'
import { greeting } from './greeting.ts'
import { layout } from './mail-layout.ts'
import type { Reader } from './reader.ts'

const product = PRODUCT.name

interface DecisionMail {
  title: Text
  subject: Text
  paragraphs: string[]
  link: string
}

const mailOf = (reader: Reader, { title, subject, paragraphs, link }: DecisionMail) => ({
  subject: reader.say(subject),
  text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
  html: layout({
    reader,
    title: reader.say(title),
    paragraphs,
    button: { label: reader.say(text('Log in')), link },
  }),
})

interface SanctionTexts {
  title: Text
  subject: Text
  /** With the reason, and the last day of a sanction that ends. */
  until(day: string, reason: string): Text
  forGood(reason: string): Text
}

const SANCTIONS: Record<RestrictionKind, SanctionTexts> = {
  SUSPEND: {
    title: text('Your account is suspended'),
    subject: text('Your {product} account is suspended', { product }),
    until: (day, reason) =>
      text('Your {product} account is suspended until {day}. The reason: {reason}', { product, day, reason }),
    forGood: (reason) =>
      text('Your {product} account is suspended for good. The reason: {reason}', { product, reason }),
  },
  PAUSE: {
    title: text('Your account is paused'),
    subject: text('Your {product} account is paused', { product }),
    until: (day, reason) =>
      text('Your {product} account is paused until {day}. The reason: {reason}', { product, day, reason }),
    forGood: (reason) =>
      text('Your {product} account is paused for good. The reason: {reason}', { product, reason }),
  },
  BAN: {
    title: text('Your account is banned'),
    subject: text('Your {product} account is banned', { product }),
    until: (day, reason) =>
      text('Your {product} account is banned until {day}. The reason: {reason}', { product, day, reason }),
    forGood: (reason) =>
      text('Your {product} account is banned for good. The reason: {reason}', { product, reason }),
  },
}

export function sanctionMail(
  reader: Reader,
  about: {
    displayName: string
    kind: RestrictionKind
    /** Written by a moderator, or one of the service's own sentences, which is translated. */
    reason: string
    /** Null for a permanent ban. */
    until: Date | null
    link: string
  },
) {
  const { say } = reader
  const { title, subject, until, forGood } = SANCTIONS[about.kind]
  const reason = say(sentenceOf(about.reason))
  return mailOf(reader, {
    title,
    subject,
    paragraphs: [
      greeting(say, about.displayName),
      say(about.until ? until(reader.day(about.until), reason) : forGood(reason)),
      say(
        text(
          'If you think this is a mistake, log in and tell us why. A different moderator will review it. You can still download your data.',
        ),
      ),
    ],
    link: about.link,
  })
}

export function appealMail(
  reader: Reader,
  about: { displayName: string; reversed: boolean; answer: string; link: string },
) {
  const { say } = reader
  return mailOf(reader, {
    title: text('Your appeal'),
    subject: text('Your appeal to {product}', { product }),
    paragraphs: [
      greeting(say, about.displayName),
      say(
        about.reversed
          ? text('We looked at your appeal. You were right, and we have reversed the decision.')
          : text('We looked at your appeal. We have not changed the decision.'),
      ),
      say(text('Our answer: {answer}', { answer: say(sentenceOf(about.answer)) })),
    ],
    link: about.link,
  })
}
