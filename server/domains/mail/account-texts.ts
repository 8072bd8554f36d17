import { PRODUCT } from '#schema/product.ts'
import { greeting } from './greeting.ts'
import { layout, linkLines, type MailText } from './mail-layout.ts'

export function verificationMail({
  displayName,
  link,
  desktop,
  removalLink,
}: {
  displayName: string
  link: string
  desktop: boolean
  removalLink: string
}): MailText {
  const paragraphs = [
    greeting(displayName),
    'one press and you can start finding people who care about the same things. The link works for 24 hours.',
  ]
  const aside = `Didn't sign up for ${PRODUCT.name}? Then someone else entered your address, and you can remove their registration.`
  return {
    subject: `Verify your email for ${PRODUCT.name}`,
    text: `${paragraphs.join('\n\n')}\n\n${linkLines(link, desktop)}\n\n${aside} This wasn't me: ${removalLink}\n`,
    html: layout({
      title: 'Is this your address?',
      paragraphs,
      button: { label: 'Verify my email', link },
      desktop,
      aside: { text: aside, label: "This wasn't me", link: removalLink },
    }),
  }
}

/** Leaves out the display name: the reader may have chosen neither the earlier nor the new one. */
export function startOverMail({ link }: { link: string }): MailText {
  const paragraphs = [
    'Hello,',
    `someone is trying to register at ${PRODUCT.name} with your address. It was registered before, but never verified.`,
    'Was it you? Start over: remove the earlier registration, then register again. The link works for 24 hours.',
    'If it was not you, you can ignore this mail.',
  ]
  return {
    subject: `Start over with your address at ${PRODUCT.name}`,
    text: `${paragraphs.slice(0, 3).join('\n\n')}\n\n${link}\n\n${paragraphs[3]}\n`,
    html: layout({ title: 'Start over', paragraphs, button: { label: 'Start over', link } }),
  }
}

export function passwordResetMail({
  displayName,
  link,
  desktop,
  code,
}: {
  displayName: string
  link: string
  desktop: boolean
  code: string
}): MailText {
  const paragraphs = [greeting(displayName), 'here is the way back in. The link works once, for one hour.']
  const aside = `If you did not ask for this, ignore this mail: your password stays as it is.`
  return {
    subject: `Reset your ${PRODUCT.name} password`,
    text: `${paragraphs.join('\n\n')}\n\n${linkLines(link, desktop)}\n\nOr type this code where you asked for the reset: ${code}\n\n${aside}\n`,
    html: layout({
      title: 'A new password',
      paragraphs: [...paragraphs, aside, 'The code, if you would rather type it, stands below the button.'],
      code,
      button: { label: 'Choose a new password', link },
      desktop,
    }),
  }
}

export function passwordChangedMail({ displayName, link }: { displayName: string; link: string }): MailText {
  const paragraphs = [
    greeting(displayName),
    'your password was changed just now, and every device was logged out. If that was you, all is well.',
    `If it was not, ask for a new reset at once and write to ${PRODUCT.supportEmail}.`,
  ]
  return {
    subject: `Your ${PRODUCT.name} password was changed`,
    text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
    html: layout({
      title: 'Your password was changed',
      paragraphs,
      button: { label: 'Reset it again', link },
    }),
  }
}

export function deletionRequestedMail({
  displayName,
  until,
  link,
}: {
  displayName: string
  until: string
  link: string
}): MailText {
  const paragraphs = [
    greeting(displayName),
    `you asked us to delete your account. It is closed now, and other members can no longer see you. On ${until} we erase your data, and it cannot be recovered.`,
    'Do you want to keep it? Log in before that day, and everything is as you left it.',
    `If it was not you who asked, log in, change your password and write to ${PRODUCT.supportEmail}.`,
  ]
  return {
    subject: `Your ${PRODUCT.name} account will be deleted on ${until}`,
    text: `${paragraphs.slice(0, 3).join('\n\n')}\n\n${link}\n\n${paragraphs[3]}\n`,
    html: layout({
      title: 'Your account is closed',
      paragraphs,
      button: { label: 'Log in and keep it', link },
    }),
  }
}

export function deletionCancelledMail({
  displayName,
  link,
}: {
  displayName: string
  link: string
}): MailText {
  const paragraphs = [
    greeting(displayName),
    'you logged in, so your account stays. It is open again with everything in it, and nothing will be erased.',
    `If it was not you, reset your password at once and write to ${PRODUCT.supportEmail}.`,
  ]
  return {
    subject: `Your ${PRODUCT.name} account stays`,
    text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
    html: layout({
      title: 'Good to have you back',
      paragraphs,
      button: { label: 'Reset my password', link },
    }),
  }
}

export function receiptMail({
  displayName,
  plan,
  sum,
  until,
  link,
  desktop,
}: {
  displayName: string
  plan: string
  sum: string
  until: string
  link: string
  desktop: boolean
}): MailText {
  const paragraphs = [
    greeting(displayName),
    `thank you. We received ${sum} for ${PRODUCT.name} Premium, ${plan}. Premium is active until ${until}.`,
    `Something wrong with it? Write to ${PRODUCT.supportEmail} within 7 days and ask for a refund.`,
  ]
  return {
    subject: `Your receipt from ${PRODUCT.name}: ${sum}`,
    text: `${paragraphs.slice(0, 2).join('\n\n')}\n\n${linkLines(link, desktop)}\n\n${paragraphs[2]}\n`,
    html: layout({
      title: 'Premium is yours',
      paragraphs,
      button: { label: 'Start talking', link },
      desktop,
    }),
  }
}

export function launchMail({ link }: { link: string }): MailText {
  const paragraphs = [
    `You asked us to tell you when ${PRODUCT.name} leaves its beta. It has.`,
    'Name a few interests, and talk to someone who shares them.',
    `This was the only mail of this kind. Your address is kept for nothing else and deleted within a year, or sooner if you write to ${PRODUCT.supportEmail}.`,
  ]
  return {
    subject: `${PRODUCT.name} is open`,
    text: `${paragraphs.slice(0, 2).join('\n\n')}\n\n${link}\n\n${paragraphs[2]}\n`,
    html: layout({ title: 'We are open', paragraphs, button: { label: 'Start talking', link } }),
  }
}
