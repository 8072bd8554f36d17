import { PRODUCT } from '#schema/product.ts'
import { text } from '#schema/translatable.ts'
import type { MailText } from './mail-layout.ts'
import type { Reader } from './reader.ts'
import { type SecurityMail, securityMail } from './security-mail.ts'

export const passkeyAddedMail = (
  reader: Reader,
  { name, ...to }: SecurityMail & { name: string },
): MailText =>
  securityMail(reader, to, {
    subject: text('A passkey was added to your {product} account', { product: PRODUCT.name }),
    title: text('A passkey was added'),
    body: text('The passkey “{name}” was just added. It opens your account without a password.', { name }),
    label: text('Choose a new password'),
  })

export const passkeyRemovedMail = (
  reader: Reader,
  { name, ...to }: SecurityMail & { name: string },
): MailText =>
  securityMail(reader, to, {
    subject: text('A passkey was removed from your {product} account', { product: PRODUCT.name }),
    title: text('A passkey was removed'),
    body: text('The passkey “{name}” was just removed. It does not open your account any more.', { name }),
    label: text('Choose a new password'),
  })

export const passkeysRemovedMail = (reader: Reader, to: SecurityMail): MailText =>
  securityMail(reader, to, {
    subject: text('Your passkeys were removed from your {product} account', { product: PRODUCT.name }),
    title: text('Your passkeys were removed'),
    body: text(
      'You have a new password, so we removed all passkeys of your account. You can add them again in the privacy centre.',
    ),
    label: text('Open the privacy centre'),
  })
