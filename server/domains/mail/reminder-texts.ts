import { PRODUCT } from '#schema/product.ts'
import { greeting } from './greeting.ts'
import { layout, linkLines, type MailText } from './mail-layout.ts'

/** Counts stop at 100, so any higher number reads as "more than 99". */
const countOf = (count: number, one: string, more: string) =>
  count === 1 ? `one ${one}` : `${count > 99 ? 'more than 99' : count} ${more}`

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a date such as 24 November 2026, in UTC. */
export const dayOf = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export const unreadReminderText = (name: string, count: number) => ({
  heading: `${name} wrote while you were away`,
  body: `${upperFirst(countOf(count, 'message is', 'messages are'))} waiting.`,
})

export const premiumEndingText = (until: Date) => ({
  heading: `Premium ends on ${dayOf(until)}`,
  body: "It won't renew by itself. If you choose a plan before then, it starts when this one ends.",
})

export function premiumEndingMail(to: { displayName: string; until: Date; link: string }): MailText {
  const day = dayOf(to.until)
  const paragraphs = [
    greeting(to.displayName),
    `Your Premium lasts until ${day}. It won't renew by itself, and we won't charge you again.`,
    'Would you like to keep it? Choose a plan before then. It starts when this one ends.',
  ]
  return {
    subject: `Your ${PRODUCT.name} Premium ends on ${day}`,
    text: `${paragraphs.join('\n\n')}\n\n${to.link}\n`,
    html: layout({
      title: 'Premium is ending',
      paragraphs,
      button: { label: 'See the plans', link: to.link },
    }),
  }
}

/** Contains only counts, never message text, because other people may see the screen. */
export function unreadReminderMail(to: {
  displayName: string
  messages: number
  people: number
  link: string
  desktop: boolean
  unsubscribe: string
}): MailText {
  const messages = countOf(to.messages, 'message', 'messages')
  const people = countOf(to.people, 'person', 'people')
  const verb = to.messages === 1 ? 'is' : 'are'
  const paragraphs = [
    greeting(to.displayName),
    `${messages} from ${people} ${verb} waiting for you.`,
    'This email never includes message text, because other people may see your screen. We send at most one a day.',
  ]
  const aside = 'Prefer not to get these emails?'
  return {
    subject: `${upperFirst(messages)} ${verb} waiting for you on ${PRODUCT.name}`,
    text: `${paragraphs.join('\n\n')}\n\n${linkLines(to.link, to.desktop)}\n\n${aside} Stop these emails: ${to.unsubscribe}\n`,
    html: layout({
      title: 'While you were away',
      paragraphs,
      button: { label: 'Read and answer', link: to.link },
      desktop: to.desktop,
      aside: { text: aside, label: 'Stop these emails', link: to.unsubscribe },
    }),
    // RFC 8058: mail programs show a button that unsubscribes with one click.
    headers: {
      'List-Unsubscribe': `<${to.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
