import * as z from 'zod'
import { LIMITS } from './limits.ts'

/** Six digits of an authenticator app or a recovery code. An empty text counts as none. */
export const factorCode = z
  .string()
  .trim()
  .max(40, 'This code is too long')
  .transform((text) => text || undefined)

const password = z.string().max(LIMITS.password.max, 'Password is too long')

export const factorEnrolment = z.object({ password: password.min(1, 'Password is required') })

export const factorProof = z.object({
  code: z.string().trim().min(1, 'Enter the code').max(40, 'This code is too long'),
})

/** Before the factor changes: the password or a code. Staff need a code. */
export const factorChange = z.object({ password: password.optional(), code: factorCode.optional() })
export type FactorChange = z.infer<typeof factorChange>

export const SECOND_FACTOR = {
  /** How many recovery codes an account gets at once. */
  recoveryCodes: 10,
  /** Seconds that a code of the app lasts. */
  period: 30,
  digits: 6,
  /** Minutes that a proof stays fresh enough for a ban. */
  freshMinutes: 10,
} as const

/** When sessions end. */
export const SESSION_ENDS = {
  /** After so many days without use. */
  unusedDays: 30,
  /** At the latest, however often it is used. */
  latestDays: 90,
  staffLatestHours: 12,
  staffUnusedHours: 1,
} as const
