import { storedEmail } from '#schema/email.ts'

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** Returns one spelling for all addresses of a mailbox: lower case, without a plus suffix, and without dots at Gmail. */
export function normalizeMailbox(email: string): string {
  const stored = storedEmail(email)
  const at = stored.lastIndexOf('@')
  const domain = stored.slice(at + 1)
  const name = stored.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
