import { verifyMailServer } from '#server/domains/mail/index.ts'
import { type Check, result } from '../check.ts'

/** No such domain exists (RFC 2606): the default of MAIL_FROM ends in it. */
const EXAMPLE = /\.example\W*$/

export const checkMail: Check = async ({ config: { smtpUrl, mailFrom } }) => {
  if (!smtpUrl) return [result('off', 'mail', 'SMTP_URL is unset: mails are shown at /dev/mail')]
  const { hostname, port, username, password } = new URL(smtpUrl)
  const address = `${hostname}${port ? `:${port}` : ''}`
  try {
    await verifyMailServer(smtpUrl)
    if (EXAMPLE.test(mailFrom))
      return [
        result(
          'warning',
          'mail',
          `${address} works, but mails come from ${mailFrom}, and no domain ends in .example: correct MAIL_FROM`,
        ),
      ]
    return [
      result(
        'ok',
        'mail',
        `${address} accepts the connection${username ? ' and the login' : ''}; mails come from ${mailFrom}`,
      ),
    ]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // A mail server may repeat what it was sent.
    const safe = [password, decodeURIComponent(password)].reduce(
      (text, secret) => (secret ? text.replaceAll(secret, '…') : text),
      reason,
    )
    return [result('failed', 'mail', `${address}: ${safe}. Correct SMTP_URL.`)]
  }
}
