import type { Transporter } from 'nodemailer'
import { isLoopback } from '#server/platform/http/loopback.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { isOutage } from '#server/platform/postgres/index.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** Additional headers. */
  headers?: Record<string, string>
}

export interface Mail {
  /** Resolves once the mail server has accepted the mail. */
  send(message: MailMessage): Promise<void>
}

/** Keeps the log from calling it an outage of the database, whose network errors have the same codes. */
class MailServerUnreachable extends Error {
  constructor(smtpUrl: string, error: unknown) {
    const reason = error instanceof Error ? error.message : String(error)
    super(`The mail server ${new URL(smtpUrl).host} cannot be reached: ${reason}`)
    this.name = 'MailServerUnreachable'
  }
}

/**
 * Returns nodemailer's options for an SMTP address. A remote server must offer TLS, because mails carry links that open
 * accounts. A server on this machine needs none.
 */
export function smtpOptions(smtpUrl: string): { url: string; requireTLS: boolean; ignoreTLS: boolean } {
  const isRemote = !isLoopback(new URL(smtpUrl).hostname)
  return { url: smtpUrl, requireTLS: isRemote, ignoreTLS: !isRemote }
}

/** Loads nodemailer with the first mail: a started server needs no megabytes for it. */
async function openTransport(options: ReturnType<typeof smtpOptions>, from: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(options, { from })
}

interface MailSettings {
  smtpUrl: string | null
  from: string
  mailbox: { receive(message: MailMessage): void } | null
}

/** Sends by SMTP, or stores mail in the mailbox of local mode. */
export function createMail(
  { inFlight, metrics }: Pick<Platform, 'inFlight' | 'metrics'>,
  settings: MailSettings,
): Mail {
  return countMails(openMail(inFlight, settings), metrics)
}

/** Counts the mails that were accepted and refused. */
function countMails(mail: Mail, metrics: Metrics): Mail {
  const sent = metrics.counter('mails', { outcome: 'sent' })
  const failed = metrics.counter('mails', { outcome: 'failed' })
  return {
    async send(message) {
      try {
        await mail.send(message)
      } catch (error) {
        failed()
        throw error
      }
      sent()
    },
  }
}

function openMail(inFlight: Platform['inFlight'], { smtpUrl, mailbox, from }: MailSettings): Mail {
  if (smtpUrl) {
    const options = smtpOptions(smtpUrl)
    let transport: Promise<Transporter> | null = null
    const send = async (message: MailMessage) => {
      transport ??= openTransport(options, from)
      await (await transport).sendMail(message).catch((error: unknown) => {
        throw isOutage(error) ? new MailServerUnreachable(smtpUrl, error) : error
      })
    }
    return { send: (message) => inFlight.track(send(message)) }
  }
  if (!mailbox) throw new Error('mail needs SMTP_URL or a mailbox')
  return {
    async send(message) {
      mailbox.receive(message)
    },
  }
}
