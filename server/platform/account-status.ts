/** The status of an account follows from its dates alone; nothing else is stored about it. */

export const isPremium = (row: { premiumUntil: Date | null }, now: number) =>
  row.premiumUntil !== null && row.premiumUntil.getTime() > now

/** Returns whether premium has ended. A member who never had premium keeps the choices of the registration. */
export const isPremiumLapsed = (row: { premiumUntil: Date | null }, now: number) =>
  row.premiumUntil !== null && !isPremium(row, now)

export const isSuspended = (
  row: { active: boolean; bannedAt: Date | null; suspendedUntil: Date | null },
  now: number,
) =>
  !row.active || row.bannedAt !== null || (row.suspendedUntil !== null && row.suspendedUntil.getTime() > now)

/**
 * Returns the earliest time, in milliseconds, at which an erasure does not shorten a suspension: the hash of the mailbox
 * is kept for `signalDays` after it. Bans do not expire, so they postpone nothing.
 */
export const erasableFrom = (
  { bannedAt, suspendedUntil }: { bannedAt: Date | null; suspendedUntil: Date | null },
  signalDays: number,
) => (bannedAt || !suspendedUntil ? 0 : suspendedUntil.getTime() - signalDays * 24 * 60 * 60_000)

/** The domain of erased accounts' addresses. It receives no mail and cannot be registered. */
export const ERASED_DOMAIN = 'deleted.invalid'

/** The domain of demo accounts' addresses. */
const DEMO_DOMAIN = 'demo.test'

const isAt = (email: string, domain: string) => email.endsWith(`@${domain}`) || email.endsWith(`.${domain}`)

/** Returns whether an address is reserved for erased or demo accounts, and cannot be registered. */
export const isReservedAddress = (email: string) => isAt(email, ERASED_DOMAIN) || isAt(email, DEMO_DOMAIN)

/** Returns whether an account belongs to the demo. The passwords of the demo are public. */
export const isDemoAccount = ({ demo, userName }: { demo: boolean; userName: string }) =>
  demo || isAt(userName, DEMO_DOMAIN)
