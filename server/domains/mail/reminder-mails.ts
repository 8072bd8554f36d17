import type { Texts } from '#server/platform/texts/texts.ts'
import type { Mail } from './mail.ts'
import { readerOf } from './reader.ts'
import { premiumEndingMail, unreadReminderMail } from './reminder-texts.ts'

interface Addressee {
  email: string
  displayName: string
  /** The language of the account, as it is stored. */
  language: string
}

export interface ReminderMails {
  /** Sends in the background. */
  premiumEnding(to: Addressee & { until: Date }): void
  /** Resolves once the mail is sent. */
  unreadReminder(
    to: Addressee & { messages: number; people: number; unsubscribe: string; desktop: boolean },
  ): Promise<void>
}

export function createReminderMails(deps: {
  mail: Mail
  publicUrl: string
  texts: Texts
  onError(error: unknown): void
}): ReminderMails {
  const link = (path: string) => new URL(path, deps.publicUrl).href
  return {
    premiumEnding({ email, displayName, language, until }) {
      const text = premiumEndingMail(readerOf(deps.texts, language), {
        displayName,
        until,
        link: link('/pricing?reactivate'),
      })
      deps.mail.send({ to: email, ...text }).catch(deps.onError)
    },
    unreadReminder: ({ email, ...to }) =>
      deps.mail.send({
        to: email,
        ...unreadReminderMail(readerOf(deps.texts, to.language), { ...to, link: link('/') }),
      }),
  }
}
