import type { Platform } from '#server/platform/open-platform.ts'
import type { Mail } from './mail.ts'
import { readerOf } from './reader.ts'
import { premiumEndingMail, unreadReminderMail } from './reminder-texts.ts'

interface Addressee {
  email: string
  displayName: string
  /** The language of the account, as it is stored. */
  language: string
}

export type ReminderMails = ReturnType<typeof createReminderMails>

export function createReminderMails(
  { texts, failures }: Pick<Platform, 'texts' | 'failures'>,
  { mail }: { mail: Mail },
  { publicUrl }: { publicUrl: string },
) {
  const onError = failures.of('reminder mails')
  const link = (path: string) => new URL(path, publicUrl).href
  return {
    /** Sends in the background. */
    premiumEnding({ email, displayName, language, until }: Addressee & { until: Date }) {
      const text = premiumEndingMail(readerOf(texts, language), {
        displayName,
        until,
        link: link('/pricing?reactivate'),
      })
      mail.send({ to: email, ...text }).catch(onError)
    },
    /** Resolves once the mail is sent. */
    unreadReminder: ({
      email,
      ...to
    }: Addressee & { messages: number; people: number; unsubscribe: string; desktop: boolean }) =>
      mail.send({
        to: email,
        ...unreadReminderMail(readerOf(texts, to.language), { ...to, link: link('/') }),
      }),
  }
}
