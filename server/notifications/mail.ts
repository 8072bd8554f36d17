import { createTransport } from 'nodemailer'

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

/** By SMTP, or into local mode's mailbox. */
export function createMail(deps: {
  smtpUrl: string | null
  from: string
  mailbox: { receive(message: MailMessage): void } | null
}): Mail {
  const { mailbox, from } = deps
  if (deps.smtpUrl) {
    const transport = createTransport(deps.smtpUrl, { from })
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
