import { randomUUID } from 'node:crypto'

export interface ReceivedMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  at: string
}

export interface Mailbox {
  receive(mail: Omit<ReceivedMail, 'id' | 'at'>): void
  /** Newest first. */
  list(): readonly ReceivedMail[]
}

/** Creates the mailbox of local mode, which keeps the latest `limit` mails in memory. */
export function createMailbox({ limit }: { limit: number }): Mailbox {
  let mails: ReceivedMail[] = []
  return {
    receive({ to, subject, text, html, headers }) {
      const at = new Date().toISOString()
      const mail = { id: randomUUID(), to, subject, text, html, ...(headers && { headers }), at }
      mails = [mail, ...mails].slice(0, limit)
    },
    list: () => mails,
  }
}
