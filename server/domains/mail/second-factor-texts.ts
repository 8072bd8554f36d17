import { PRODUCT } from '#schema/product.ts'
import { text } from '#schema/translatable.ts'
import type { MailText } from './mail-layout.ts'
import type { Reader } from './reader.ts'
import { type SecurityMail, securityMail } from './security-mail.ts'

export const secondFactorOnMail = (reader: Reader, to: SecurityMail): MailText =>
  securityMail(reader, to, {
    subject: text('Two-step login is on for your {product} account', { product: PRODUCT.name }),
    title: text('Two-step login is on'),
    body: text(
      'Two-step login was just switched on, and we logged out your other devices. From now on, you need your password and a code from your authenticator app to log in. Keep your recovery codes in a safe place.',
    ),
    label: text('Open the privacy centre'),
  })

export const secondFactorOffMail = (reader: Reader, to: SecurityMail): MailText =>
  securityMail(reader, to, {
    subject: text('Two-step login is off for your {product} account', { product: PRODUCT.name }),
    title: text('Two-step login is off'),
    body: text('Two-step login was just switched off. From now on, you only need your password to log in.'),
    label: text('Choose a new password'),
  })

export const secondFactorResetMail = (reader: Reader, to: SecurityMail): MailText =>
  securityMail(reader, to, {
    subject: text('Two-step login was reset for your {product} account', { product: PRODUCT.name }),
    title: text('Two-step login was reset'),
    body: text(
      'An administrator of {product} removed two-step login from your account and logged out all your devices. Log in with your password. Then set up two-step login again.',
      { product: PRODUCT.name },
    ),
    label: text('Log in'),
  })

export const recoveryCodeUsedMail = (
  reader: Reader,
  { left, ...to }: SecurityMail & { left: number },
): MailText =>
  securityMail(reader, to, {
    subject: text('A recovery code was used for your {product} account', { product: PRODUCT.name }),
    title: text('A recovery code was used'),
    body: text(
      '{left, plural, other {One of your recovery codes was just used. You have # left. You can make new ones in the privacy centre.}}',
      { left },
    ),
    label: text('Choose a new password'),
  })
