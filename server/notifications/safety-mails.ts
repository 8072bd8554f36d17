import { PRODUCT } from '#schema/product.ts'
import type { Facts } from '../facts.ts'
import type { Mail, MailMessage } from './mail.ts'
import { layout } from './mail-layout.ts'

const dayOf = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The mails to those whom a decision sent away: they may not see it in the app. Handed over in the background. */
export function createSafetyMails(deps: { mail: Mail; publicUrl: string; onError(error: unknown): void }) {
  const link = new URL('/auth', deps.publicUrl).href
  const send = (to: string, text: Omit<MailMessage, 'to'>) => {
    deps.mail.send({ to, ...text }).catch(deps.onError)
  }
  return {
    sanctioned({ email, displayName, reason, until }: Facts['userSanctioned']) {
      const term = until ? `until ${dayOf(until)}` : 'for good'
      const paragraphs = [
        `Hello ${displayName},`,
        `your ${PRODUCT.name} account is suspended ${term}. The reason: ${reason}`,
        'If this is a mistake, log in and say why: somebody else than who decided will look at it. Your data stays yours meanwhile.',
      ]
      send(email, {
        subject: `Your ${PRODUCT.name} account is suspended`,
        text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
        html: layout({ title: 'Your account is suspended', paragraphs, button: { label: 'Log in', link } }),
      })
    },

    appealDecided({ email, displayName, reversed, answer }: Facts['appealDecided']) {
      const outcome = reversed ? 'you were right, and the decision is taken back.' : 'the decision stands.'
      const paragraphs = [`Hello ${displayName},`, `we looked again: ${outcome}`, `In our words: ${answer}`]
      send(email, {
        subject: `Your appeal to ${PRODUCT.name}`,
        text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
        html: layout({ title: 'Your appeal', paragraphs, button: { label: 'Log in', link } }),
      })
    },
  }
}
