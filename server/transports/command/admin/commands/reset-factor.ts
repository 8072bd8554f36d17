import { resetFactor } from '#server/domains/accounts/index.ts'
import { createAccountMails, createMail } from '#server/domains/mail/index.ts'
import { createInFlight } from '#server/platform/background/in-flight.ts'
import type { Config } from '#server/platform/config/config.ts'
import { createMetrics } from '#server/platform/metrics/create-metrics.ts'
import { createTexts } from '#server/platform/texts/texts.ts'
import { type AdminCommand, accountOf, Refused, said } from '../command.ts'

/** Running nodes notice within a minute. */
export const resetFactorCommand: AdminCommand = {
  name: 'reset-factor',
  args: ['account'],
  summary: "removes the account's two-step login and logs it out everywhere",
  details: ['Verify the identity of the person who asks. The owner is mailed if SMTP_URL is set.'],
  isAudited: false,
  async run({ database, config, recordEvent }, input) {
    const { email } = accountOf(input)
    const reason = 'Two-step login was reset at the command line.'
    const reset = await resetFactor(database, { email, reason })
    if (!reset) throw new Refused(`No account has the address ${email}.`)
    recordEvent({ event: 'authn_factor_removed', userId: reset.userId, reason: 'command_line' })
    const done = reset.wasOn
      ? `Two-step login of ${email} was reset, and every device was logged out.`
      : `${email} had no two-step login; every device was logged out.`
    const mail = await mailOwner(config, { email, displayName: reset.displayName, language: reset.language })
    return said(`${done} ${mail.text}`, { email, wasOn: reset.wasOn, mailed: mail.sent })
  },
}

async function mailOwner(config: Config, to: { email: string; displayName: string; language: string }) {
  if (!config.smtpUrl)
    return { sent: false, text: 'No mail was sent, as SMTP_URL is not set: inform the owner.' }
  const mail = createMail(
    { inFlight: createInFlight(), metrics: createMetrics() },
    { smtpUrl: config.smtpUrl, from: config.mailFrom, mailbox: null },
  )
  // The only mail is awaited, so none fails in the background.
  const failures = { of: () => () => undefined }
  const mails = createAccountMails({ texts: createTexts(), failures }, { mail }, config)
  try {
    await mails.secondFactorReset(to)
    return { sent: true, text: 'The owner was informed by mail.' }
  } catch {
    return { sent: false, text: 'The mail to the owner could not be sent: inform them.' }
  }
}
