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
    'Please verify your email address. Then you can meet people who share your interests. The link works for 24 hours.',
  ]
  const aside = `Didn't sign up for ${PRODUCT.name}? Then someone else used your email address. You can remove the account they made.`
  return {
    subject: `Verify your email for ${PRODUCT.name}`,
    text: `${paragraphs.join('\n\n')}\n\n${linkLines(link, desktop)}\n\n${aside} This wasn't me: ${removalLink}\n`,
    html: layout({
      title: 'Verify your email address',
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
    `Someone is trying to register at ${PRODUCT.name} with your email address. It was used to register before, but it was never verified.`,
    'Was this you? Then start over: remove the old account, then register again. The link works for 24 hours.',
    "If this wasn't you, you can ignore this email.",
  ]
  return {
    subject: `Start over with your email address at ${PRODUCT.name}`,
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
  const paragraphs = [
    greeting(displayName),
    'Use this link to choose a new password. It works once, and only for one hour.',
  ]
  const aside = `If you didn't ask for this, you can ignore this email. Your password stays the same.`
  return {
    subject: `Reset your ${PRODUCT.name} password`,
    text: `${paragraphs.join('\n\n')}\n\n${linkLines(link, desktop)}\n\nOr enter this code where you asked for the reset: ${code}\n\n${aside}\n`,
    html: layout({
      title: 'Choose a new password',
      paragraphs: [...paragraphs, aside, 'You can also enter the code below the button.'],
      code,
      button: { label: 'Choose a new password', link },
      desktop,
    }),
  }
}

export function passwordChangedMail({ displayName, link }: { displayName: string; link: string }): MailText {
  const paragraphs = [
    greeting(displayName),
    'Your password was just changed, and we logged out all your devices. If this was you, there is nothing more to do.',
    `If this wasn't you, reset your password now and write to ${PRODUCT.supportEmail}.`,
  ]
  return {
    subject: `Your ${PRODUCT.name} password was changed`,
    text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
    html: layout({
      title: 'Your password was changed',
      paragraphs,
      button: { label: 'Reset my password', link },
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
    `You asked us to delete your account. It is closed now, and other members can't see you. On ${until} we will erase your data for good.`,
    'Changed your mind? Log in before that day, and your account opens again with everything in it.',
    `If you didn't ask for this, log in, change your password and write to ${PRODUCT.supportEmail}.`,
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
    'You logged in, so your account is open again. Nothing was lost, and nothing will be erased.',
    `If this wasn't you, reset your password now and write to ${PRODUCT.supportEmail}.`,
  ]
  return {
    subject: `Your ${PRODUCT.name} account stays open`,
    text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
    html: layout({
      title: 'Welcome back',
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
    `Thank you! We received ${sum} for ${PRODUCT.name} Premium, ${plan}. Premium is active until ${until}.`,
    `Is something wrong? Write to ${PRODUCT.supportEmail} within 7 days to ask for a refund.`,
  ]
  return {
    subject: `Your receipt from ${PRODUCT.name}: ${sum}`,
    text: `${paragraphs.slice(0, 2).join('\n\n')}\n\n${linkLines(link, desktop)}\n\n${paragraphs[2]}\n`,
    html: layout({
      title: 'Premium is active',
      paragraphs,
      button: { label: 'Start chatting', link },
      desktop,
    }),
  }
}

export function launchMail({ link }: { link: string }): MailText {
  const paragraphs = [
    `You asked us to tell you when ${PRODUCT.name} is out of beta. It is now.`,
    'Add a few interests, and chat with someone who shares them.',
    `This is the only email of this kind. We use your address for nothing else, and we delete it within a year. To have it deleted sooner, write to ${PRODUCT.supportEmail}.`,
  ]
  return {
    subject: `${PRODUCT.name} is open`,
    text: `${paragraphs.slice(0, 2).join('\n\n')}\n\n${link}\n\n${paragraphs[2]}\n`,
    html: layout({ title: 'We are open', paragraphs, button: { label: 'Start chatting', link } }),
  }
}
