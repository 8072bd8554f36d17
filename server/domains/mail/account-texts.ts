import { PRODUCT } from '#schema/product.ts'
import { text } from '#schema/translatable.ts'
import { greeting } from './greeting.ts'
import { layout, linkLines, type MailText } from './mail-layout.ts'
import type { Reader } from './reader.ts'

export function verificationMail(
  reader: Reader,
  {
    displayName,
    link,
    desktop,
    removalLink,
  }: {
    displayName: string
    link: string
    desktop: boolean
    removalLink: string
  },
): MailText {
  const { say } = reader
  const paragraphs = [
    greeting(say, displayName),
    say(
      text(
        'Please verify your email address. Then you can meet people who share your interests. The link works for 24 hours.',
      ),
    ),
  ]
  const notMe = say(text("This wasn't me"))
  const aside = say(
    text(
      "Didn't sign up for {product}? Then someone else used your email address. You can remove the account they made.",
      { product: PRODUCT.name },
    ),
  )
  return {
    subject: say(text('Verify your email for {product}', { product: PRODUCT.name })),
    text: `${paragraphs.join('\n\n')}\n\n${linkLines(reader, link, desktop)}\n\n${aside} ${notMe}: ${removalLink}\n`,
    html: layout({
      reader,
      title: say(text('Verify your email address')),
      paragraphs,
      button: { label: say(text('Verify my email')), link },
      desktop,
      aside: { text: aside, label: notMe, link: removalLink },
    }),
  }
}

/** Leaves out the display name: the reader may have chosen neither the earlier nor the new one. */
export function startOverMail(reader: Reader, { link }: { link: string }): MailText {
  const { say } = reader
  const paragraphs = [
    say(text('Hello,')),
    say(
      text(
        'Someone is trying to register at {product} with your email address. It was used to register before, but it was never verified.',
        { product: PRODUCT.name },
      ),
    ),
    say(
      text(
        'Was this you? Then start over: remove the old account, then register again. The link works for 24 hours.',
      ),
    ),
    say(text("If this wasn't you, you can ignore this email.")),
  ]
  return {
    subject: say(text('Start over with your email address at {product}', { product: PRODUCT.name })),
    text: `${paragraphs.slice(0, 3).join('\n\n')}\n\n${link}\n\n${paragraphs[3]}\n`,
    html: layout({
      reader,
      title: say(text('Start over')),
      paragraphs,
      button: { label: say(text('Start over')), link },
    }),
  }
}

export function passwordResetMail(
  reader: Reader,
  {
    displayName,
    link,
    desktop,
    code,
  }: {
    displayName: string
    link: string
    desktop: boolean
    code: string
  },
): MailText {
  const { say } = reader
  const paragraphs = [
    greeting(say, displayName),
    say(text('Use this link to choose a new password. It works once, and only for one hour.')),
  ]
  const aside = say(
    text("If you didn't ask for this, you can ignore this email. Your password stays the same."),
  )
  return {
    subject: say(text('Reset your {product} password', { product: PRODUCT.name })),
    text: `${paragraphs.join('\n\n')}\n\n${linkLines(reader, link, desktop)}\n\n${say(text('Or enter this code where you asked for the reset: {code}', { code }))}\n\n${aside}\n`,
    html: layout({
      reader,
      title: say(text('Choose a new password')),
      paragraphs: [...paragraphs, aside, say(text('You can also enter the code below the button.'))],
      code,
      button: { label: say(text('Choose a new password')), link },
      desktop,
    }),
  }
}

export function passwordChangedMail(
  reader: Reader,
  { displayName, link }: { displayName: string; link: string },
): MailText {
  const { say } = reader
  const paragraphs = [
    greeting(say, displayName),
    say(
      text(
        'Your password was just changed, and we logged out all your devices. If this was you, there is nothing more to do.',
      ),
    ),
    say(
      text("If this wasn't you, reset your password now and write to {supportEmail}.", {
        supportEmail: PRODUCT.supportEmail,
      }),
    ),
  ]
  return {
    subject: say(text('Your {product} password was changed', { product: PRODUCT.name })),
    text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
    html: layout({
      reader,
      title: say(text('Your password was changed')),
      paragraphs,
      button: { label: say(text('Reset my password')), link },
    }),
  }
}

export function deletionRequestedMail(
  reader: Reader,
  {
    displayName,
    until: eraseAfter,
    link,
  }: {
    displayName: string
    until: Date
    link: string
  },
): MailText {
  const { say } = reader
  const until = reader.day(eraseAfter)
  const paragraphs = [
    greeting(say, displayName),
    say(
      text(
        "You asked us to delete your account. It is closed now, and other members can't see you. On {until} we will erase your data for good.",
        { until },
      ),
    ),
    say(
      text('Changed your mind? Log in before that day, and your account opens again with everything in it.'),
    ),
    say(
      text("If you didn't ask for this, log in, change your password and write to {supportEmail}.", {
        supportEmail: PRODUCT.supportEmail,
      }),
    ),
  ]
  return {
    subject: say(text('Your {product} account will be deleted on {until}', { product: PRODUCT.name, until })),
    text: `${paragraphs.slice(0, 3).join('\n\n')}\n\n${link}\n\n${paragraphs[3]}\n`,
    html: layout({
      reader,
      title: say(text('Your account is closed')),
      paragraphs,
      button: { label: say(text('Log in and keep it')), link },
    }),
  }
}

export function deletionCancelledMail(
  reader: Reader,
  {
    displayName,
    link,
  }: {
    displayName: string
    link: string
  },
): MailText {
  const { say } = reader
  const paragraphs = [
    greeting(say, displayName),
    say(text('You logged in, so your account is open again. Nothing was lost, and nothing will be erased.')),
    say(
      text("If this wasn't you, reset your password now and write to {supportEmail}.", {
        supportEmail: PRODUCT.supportEmail,
      }),
    ),
  ]
  return {
    subject: say(text('Your {product} account stays open', { product: PRODUCT.name })),
    text: `${paragraphs.join('\n\n')}\n\n${link}\n`,
    html: layout({
      reader,
      title: say(text('Welcome back')),
      paragraphs,
      button: { label: say(text('Reset my password')), link },
    }),
  }
}

export function receiptMail(
  reader: Reader,
  {
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
  },
): MailText {
  const { say } = reader
  const paragraphs = [
    greeting(say, displayName),
    say(
      text('Thank you! We received {sum} for {product} Premium, {plan}. Premium is active until {until}.', {
        sum,
        product: PRODUCT.name,
        plan,
        until,
      }),
    ),
    say(
      text('Is something wrong? Write to {supportEmail} within 7 days to ask for a refund.', {
        supportEmail: PRODUCT.supportEmail,
      }),
    ),
  ]
  return {
    subject: say(text('Your receipt from {product}: {sum}', { product: PRODUCT.name, sum })),
    text: `${paragraphs.slice(0, 2).join('\n\n')}\n\n${linkLines(reader, link, desktop)}\n\n${paragraphs[2]}\n`,
    html: layout({
      reader,
      title: say(text('Premium is active')),
      paragraphs,
      button: { label: say(text('Start chatting')), link },
      desktop,
    }),
  }
}

export function launchMail(reader: Reader, { link }: { link: string }): MailText {
  const { say } = reader
  const paragraphs = [
    say(
      text('You asked us to tell you when {product} is out of beta. It is now.', { product: PRODUCT.name }),
    ),
    say(text('Add a few interests, and chat with someone who shares them.')),
    say(
      text(
        'This is the only email of this kind. We use your address for nothing else, and we delete it within a year. To have it deleted sooner, write to {supportEmail}.',
        { supportEmail: PRODUCT.supportEmail },
      ),
    ),
  ]
  return {
    subject: say(text('{product} is open', { product: PRODUCT.name })),
    text: `${paragraphs.slice(0, 2).join('\n\n')}\n\n${link}\n\n${paragraphs[2]}\n`,
    html: layout({
      reader,
      title: say(text('We are open')),
      paragraphs,
      button: { label: say(text('Start chatting')), link },
    }),
  }
}
