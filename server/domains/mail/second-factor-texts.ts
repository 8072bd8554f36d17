import { PRODUCT } from '#schema/product.ts'
import { greeting } from './greeting.ts'
import { layout, type MailText } from './mail-layout.ts'

interface SecondFactorMail {
  displayName: string
  /** Where the owner can react: the privacy centre or a password reset. */
  link: string
}

const NOT_YOU = `If this wasn't you, choose a new password now and write to ${PRODUCT.supportEmail}.`

function factorMail(
  { displayName, link }: SecondFactorMail,
  { subject, title, text, label }: { subject: string; title: string; text: string; label: string },
): MailText {
  const paragraphs = [greeting(displayName), text, NOT_YOU]
  return {
    subject,
    text: `${paragraphs.slice(0, 2).join('\n\n')}\n\n${link}\n\n${NOT_YOU}\n`,
    html: layout({ title, paragraphs, button: { label, link } }),
  }
}

export const secondFactorOnMail = (to: SecondFactorMail): MailText =>
  factorMail(to, {
    subject: `Two-step login is on for your ${PRODUCT.name} account`,
    title: 'Two-step login is on',
    text: 'Two-step login was just switched on, and we logged out your other devices. From now on, you need your password and a code from your authenticator app to log in. Keep your recovery codes in a safe place.',
    label: 'Open the privacy centre',
  })

export const secondFactorOffMail = (to: SecondFactorMail): MailText =>
  factorMail(to, {
    subject: `Two-step login is off for your ${PRODUCT.name} account`,
    title: 'Two-step login is off',
    text: 'Two-step login was just switched off. From now on, you only need your password to log in.',
    label: 'Choose a new password',
  })

export const secondFactorResetMail = (to: SecondFactorMail): MailText =>
  factorMail(to, {
    subject: `Two-step login was reset for your ${PRODUCT.name} account`,
    title: 'Two-step login was reset',
    text: `An administrator of ${PRODUCT.name} removed two-step login from your account and logged out all your devices. Log in with your password. Then set up two-step login again.`,
    label: 'Log in',
  })

export const recoveryCodeUsedMail = ({ left, ...to }: SecondFactorMail & { left: number }): MailText =>
  factorMail(to, {
    subject: `A recovery code was used for your ${PRODUCT.name} account`,
    title: 'A recovery code was used',
    text: `One of your recovery codes was just used. You have ${left} left. You can make new ones in the privacy centre.`,
    label: 'Choose a new password',
  })
