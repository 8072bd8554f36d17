import { ANONYMOUS } from '#schema/partner-name.ts'
import { PRODUCT } from '#schema/product.ts'
import { text } from '#schema/translatable.ts'
import { greeting } from './greeting.ts'
import { layout, linkLines, type MailText } from './mail-layout.ts'
import type { Reader } from './reader.ts'

/** Counts stop at 100, so any higher number reads as "more than 99". */
const isMany = (count: number) => count > 99

export const unreadReminderText = (name: string, count: number) => ({
  heading:
    name === ANONYMOUS
      ? text('Anonymous wrote while you were away')
      : text('{name} wrote while you were away', { name }),
  body: isMany(count)
    ? text('More than 99 messages are waiting.')
    : text('{count, plural, =1 {One message is waiting.} other {# messages are waiting.}}', { count }),
})

export const premiumEndingText = (until: Date) => ({
  heading: ({ say, day }: Reader) => say(text('Premium ends on {day}', { day: day(until) })),
  body: text("It won't renew by itself. If you choose a plan before then, it starts when this one ends."),
})

export const premiumChoicesEndedText = () => ({
  heading: text('Gender filter and Nearby Users are off'),
  body: text('They ended with your Premium. With a new plan, you can turn them on again in Edit Profile.'),
})

export function premiumEndingMail(
  reader: Reader,
  to: { displayName: string; until: Date; link: string },
): MailText {
  const { say } = reader
  const day = reader.day(to.until)
  const paragraphs = [
    greeting(say, to.displayName),
    say(
      text("Your Premium lasts until {day}. It won't renew by itself, and we won't charge you again.", {
        day,
      }),
    ),
    say(text('Would you like to keep it? Choose a plan before then. It starts when this one ends.')),
  ]
  return {
    subject: say(text('Your {product} Premium ends on {day}', { product: PRODUCT.name, day })),
    text: `${paragraphs.join('\n\n')}\n\n${to.link}\n`,
    html: layout({
      reader,
      title: say(text('Premium is ending')),
      paragraphs,
      button: { label: say(text('See the plans')), link: to.link },
    }),
  }
}

function waitingText(messages: number, people: number) {
  if (isMany(people)) return text('More than 99 messages from more than 99 people are waiting for you.')
  if (isMany(messages))
    return text(
      '{people, plural, =1 {More than 99 messages from one person are waiting for you.} other {More than 99 messages from # people are waiting for you.}}',
      { people },
    )
  return text(
    '{messages, plural, =1 {One message from one person is waiting for you.} other {{people, plural, =1 {{messages} messages from one person are waiting for you.} other {{messages} messages from # people are waiting for you.}}}}',
    { messages, people },
  )
}

const subjectText = (messages: number, product: string) =>
  isMany(messages)
    ? text('More than 99 messages are waiting for you on {product}', { product })
    : text(
        '{messages, plural, =1 {One message is waiting for you on {product}} other {# messages are waiting for you on {product}}}',
        { messages, product },
      )

/** Contains only counts, never message text, because other people may see the screen. */
export function unreadReminderMail(
  reader: Reader,
  to: {
    displayName: string
    messages: number
    people: number
    link: string
    desktop: boolean
    unsubscribe: string
  },
): MailText {
  const { say } = reader
  const paragraphs = [
    greeting(say, to.displayName),
    say(waitingText(to.messages, to.people)),
    say(
      text(
        'This email never includes message text, because other people may see your screen. We send at most one a day.',
      ),
    ),
  ]
  const aside = say(text('Prefer not to get these emails?'))
  const stop = say(text('Stop these emails'))
  return {
    subject: say(subjectText(to.messages, PRODUCT.name)),
    text: `${paragraphs.join('\n\n')}\n\n${linkLines(reader, to.link, to.desktop)}\n\n${aside} ${stop}: ${to.unsubscribe}\n`,
    html: layout({
      reader,
      title: say(text('While you were away')),
      paragraphs,
      button: { label: say(text('Read and answer')), link: to.link },
      desktop: to.desktop,
      aside: { text: aside, label: stop, link: to.unsubscribe },
    }),
    // RFC 8058: mail programs show a button that unsubscribes with one click.
    headers: {
      'List-Unsubscribe': `<${to.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
