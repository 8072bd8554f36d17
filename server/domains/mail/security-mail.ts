import { PRODUCT } from '#schema/product.ts'
import { type Text, text } from '#schema/translatable.ts'
import { greeting } from './greeting.ts'
import { layout, type MailText } from './mail-layout.ts'
import type { Reader } from './reader.ts'

export interface SecurityMail {
  displayName: string
  /** Where the owner can react: the privacy centre or a password reset. */
  link: string
}

const NOT_YOU = text("If this wasn't you, choose a new password now and write to {supportEmail}.", {
  supportEmail: PRODUCT.supportEmail,
})

/** Returns a mail about a change of how an account is protected: what changed, and what to do if it was someone else. */
export function securityMail(
  reader: Reader,
  { displayName, link }: SecurityMail,
  texts: { subject: Text; title: Text; body: Text; label: Text },
): MailText {
  const { say } = reader
  const notYou = say(NOT_YOU)
  const paragraphs = [greeting(say, displayName), say(texts.body), notYou]
  return {
    subject: say(texts.subject),
    text: `${paragraphs.slice(0, 2).join('\n\n')}\n\n${link}\n\n${notYou}\n`,
    html: layout({
      reader,
      title: say(texts.title),
      paragraphs,
      button: { label: say(texts.label), link },
    }),
  }
}
