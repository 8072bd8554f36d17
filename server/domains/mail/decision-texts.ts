import type { RestrictionKind } from '#schema/moderation.ts'
import { PRODUCT } from '#schema/product.ts'
import { greeting } from './greeting.ts'
import { layout } from './mail-layout.ts'

const dayOf = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

interface DecisionMail {
  title: string
  subject: string
  paragraphs: string[]
  link: string
}

const mailOf = ({ title, subject, paragraphs, link }: DecisionMail) => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
  html: layout({ title, paragraphs, button: { label: 'Log in', link } }),
})

/** Completes the sentence "Your account is …". */
const STATES: Record<RestrictionKind, string> = { SUSPEND: 'suspended', PAUSE: 'paused', BAN: 'banned' }

export const sanctionMail = (about: {
  displayName: string
  kind: RestrictionKind
  reason: string
  /** Null for a permanent ban. */
  until: Date | null
  link: string
}) =>
  mailOf({
    title: `Your account is ${STATES[about.kind]}`,
    subject: `Your ${PRODUCT.name} account is ${STATES[about.kind]}`,
    paragraphs: [
      greeting(about.displayName),
      `Your ${PRODUCT.name} account is ${STATES[about.kind]} ${about.until ? `until ${dayOf(about.until)}` : 'for good'}. The reason: ${about.reason}`,
      'If you think this is a mistake, log in and tell us why. A different moderator will review it. You can still download your data.',
    ],
    link: about.link,
  })

export const appealMail = (about: { displayName: string; reversed: boolean; answer: string; link: string }) =>
  mailOf({
    title: 'Your appeal',
    subject: `Your appeal to ${PRODUCT.name}`,
    paragraphs: [
      greeting(about.displayName),
      `We looked at your appeal. ${about.reversed ? 'You were right, and we have reversed the decision.' : 'We have not changed the decision.'}`,
      `Our answer: ${about.answer}`,
    ],
    link: about.link,
  })
