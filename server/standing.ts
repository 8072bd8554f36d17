/** What an account may do follows from these dates, and from nothing that is stored beside them. */

export const isPremium = (row: { premiumUntil: Date | null }, now: number) =>
  row.premiumUntil !== null && row.premiumUntil.getTime() > now

export const isSuspended = (
  row: { active: boolean; bannedAt: Date | null; suspendedUntil: Date | null },
  now: number,
) =>
  !row.active || row.bannedAt !== null || (row.suspendedUntil !== null && row.suspendedUntil.getTime() > now)

/** The addresses of people who were erased: no mail reaches them, and nobody can register one. */
export const ERASED_DOMAIN = 'deleted.invalid'
