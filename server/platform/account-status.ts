/** What an account may do follows from these dates, and from nothing that is stored beside them. */

export const isPremium = (row: { premiumUntil: Date | null }, now: number) =>
  row.premiumUntil !== null && row.premiumUntil.getTime() > now

/** Whether premium has ended; who never had premium keeps what they chose at registration. */
export const isPremiumLapsed = (row: { premiumUntil: Date | null }, now: number) =>
  row.premiumUntil !== null && !isPremium(row, now)

export const isSuspended = (
  row: { active: boolean; bannedAt: Date | null; suspendedUntil: Date | null },
  now: number,
) =>
  !row.active || row.bannedAt !== null || (row.suspendedUntil !== null && row.suspendedUntil.getTime() > now)

/**
 * From when on an erasure sheds no suspension: what is left of it is no longer than the mailbox is known afterwards. A
 * ban ends never, so nothing waits for its end.
 */
export const erasableFrom = (
  { bannedAt, suspendedUntil }: { bannedAt: Date | null; suspendedUntil: Date | null },
  signalDays: number,
) => (bannedAt || !suspendedUntil ? 0 : suspendedUntil.getTime() - signalDays * 24 * 60 * 60_000)

/** The addresses of people who were erased: no mail reaches them, and nobody can register one. */
export const ERASED_DOMAIN = 'deleted.invalid'

/** The addresses of demo accounts. */
const DEMO_DOMAIN = 'demo.test'

const isAt = (email: string, domain: string) => email.endsWith(`@${domain}`) || email.endsWith(`.${domain}`)

/** Returns whether an address cannot be registered: those of erased members and of demo accounts. */
export const isReservedAddress = (email: string) => isAt(email, ERASED_DOMAIN) || isAt(email, DEMO_DOMAIN)

/** Returns whether an account came with the demo: its password is public. */
export const isDemoAccount = ({ demo, userName }: { demo: boolean; userName: string }) =>
  demo || isAt(userName, DEMO_DOMAIN)
