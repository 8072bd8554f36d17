import { ERASED_DOMAIN } from '#server/platform/account-status.ts'
import type { Prisma } from './index.ts'

/** Returns SQL for accounts without a suspension that still lasts. Bans and closed accounts are not considered. */
export const isNotSuspended = (name: string, now: string) =>
  `(${name}.suspended_until IS NULL OR ${name}.suspended_until <= ${now})`

/**
 * Returns SQL for `!isSuspended` of account-status.ts. `name` is the alias of a "user" row, `now` the placeholder of the
 * current time.
 */
export const isActiveAccount = (name: string, now: string) =>
  `${name}.active AND ${name}.banned_at IS NULL AND ${isNotSuspended(name, now)}`

/** The condition of `isActiveAccount` for Prisma. */
export const whereActiveAccount = (now: Date) =>
  ({
    active: true,
    bannedAt: null,
    OR: [{ suspendedUntil: null }, { suspendedUntil: { lte: now } }],
  }) satisfies Prisma.UserWhereInput

/** Returns SQL for accounts that may get reminders: active ones, except demo accounts. */
export const canBeReminded = (name: string, now: string) =>
  `${isActiveAccount(name, now)} AND NOT ${name}.demo`

/** Returns SQL for accounts whose erasure has not begun; the erasure replaces the address first. */
export const isNotErased = (name: string) => `${name}.user_name NOT LIKE '%@${ERASED_DOMAIN}'`
