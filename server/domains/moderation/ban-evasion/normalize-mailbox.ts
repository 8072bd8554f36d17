const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** Returns one spelling for all addresses of a mailbox: lower case, without a plus suffix, and without dots at Gmail. */
export function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '')
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
