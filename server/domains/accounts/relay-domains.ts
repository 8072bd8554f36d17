/**
 * Domains that a list of throw-away addresses names although their mail reaches one person for years: relays of Firefox,
 * DuckDuckGo, Proton, SimpleLogin and addy.io, and the mailbox provider Keemail.
 */
const LASTING_DOMAINS: ReadonlySet<string> = new Set([
  'mozmail.com',
  'duck.com',
  'passmail.net',
  'passmail.com',
  'passinbox.com',
  'simplelogin.com',
  'simplelogin.co',
  'slmail.me',
  'slmails.com',
  'aleeas.com',
  '8shield.net',
  'anonaddy.com',
  'anonaddy.me',
  'addy.io',
  'keemail.me',
])

/** Returns whether the address is at one of these or the further domains, or at a member's own subdomain of one. */
export function isLastingAddress(email: string, further: readonly string[]): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  const domains = labels.map((_, index) => labels.slice(index).join('.'))
  return domains.some((domain) => LASTING_DOMAINS.has(domain) || further.includes(domain))
}
