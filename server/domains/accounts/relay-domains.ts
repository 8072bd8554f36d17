/**
 * Domains that a list of throw-away addresses names although their mail reaches one person for years: relays of Firefox,
 * DuckDuckGo, Proton, SimpleLogin and addy.io, and the mailbox provider Keemail.
 */
const LASTING_DOMAINS: ReadonlySet<string> = new Set([
  ...['mozmail.com', 'duck.com', 'passmail.net', 'passmail.com', 'passinbox.com'],
  ...['simplelogin.com', 'simplelogin.co', 'slmail.me', 'slmails.com', 'aleeas.com', '8shield.net'],
  ...['anonaddy.com', 'anonaddy.me', 'addy.io', 'keemail.me'],
])

/** Returns whether the address is at one of these domains, or at a member's own subdomain of one. */
export function isLastingAddress(email: string): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.some((_, index) => LASTING_DOMAINS.has(labels.slice(index).join('.')))
}
