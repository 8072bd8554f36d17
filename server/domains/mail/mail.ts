import { createTransport } from 'nodemailer'
import { isLoopback } from '#server/platform/http/loopback.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** Beyond those that every mail has. */
  headers?: Record<string, string>
}

export interface Mail {
  /** Resolves once the mail was handed over. */
  send(message: MailMessage): Promise<void>
}

/**
 * Returns nodemailer's options for an SMTP address. A server elsewhere must offer TLS, or no mail is sent: mails carry
 * links that open accounts. One on this machine may go without.
 */
export function smtpOptions(smtpUrl: string): { url: string; requireTLS: boolean; ignoreTLS: boolean } {
  const elsewhere = !isLoopback(new URL(smtpUrl).hostname)
  return { url: smtpUrl, requireTLS: elsewhere, ignoreTLS: !elsewhere }
}

/** Sends by SMTP, or delivers into local mode's mailbox. */
export function createMail(deps: {
  smtpUrl: string | null
  from: string
  mailbox: { receive(message: MailMessage): void } | null
}): Mail {
  const { mailbox, from } = deps
  if (deps.smtpUrl) {
    const transport = createTransport(smtpOptions(deps.smtpUrl), { from })
    return {
      async send(message) {
        await transport.sendMail(message)
      },
    }
  }
  if (!mailbox) throw new Error('mail needs SMTP_URL or a mailbox')
  return {
    async send(message) {
      mailbox.receive(message)
    },
  }
}
