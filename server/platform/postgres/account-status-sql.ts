import { ERASED_DOMAIN } from '#server/platform/account-status.ts'

/** Of a row of "user" under this name: in good standing at the instant that is the parameter. As standing.ts has it. */
export const isActiveAccount = (name: string, now: string) =>
  `${name}.active AND ${name}.banned_at IS NULL AND (${name}.suspended_until IS NULL OR ${name}.suspended_until <= ${now})`

/** Who is reminded of things: nobody who is shut out, and no demo people. */
export const canBeReminded = (name: string, now: string) =>
  `${isActiveAccount(name, now)} AND NOT ${name}.demo`

/** Who can be told of something: their address goes with the beginning of their erasure. */
export const isNotErased = (name: string) => `${name}.user_name NOT LIKE '%@${ERASED_DOMAIN}'`
