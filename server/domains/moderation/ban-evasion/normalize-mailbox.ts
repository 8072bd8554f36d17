const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** One mailbox, however its address is written: without what comes after a plus, and with no dots where those mean nothing. */
export function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '')
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
