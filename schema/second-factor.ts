import * as z from 'zod'
import { plainDigits } from './digits.ts'
import { LIMITS } from './limits.ts'
import { text } from './translatable.ts'

const code = z.string().trim().max(40, text('This code is too long')).transform(plainDigits)

/** Six digits of an authenticator app, in any script, or a recovery code. Empty text means no code. */
export const factorCode = code.transform((text) => text || undefined)

const password = z.string().max(LIMITS.password.max, text('Password is too long'))

export const factorEnrolment = z.object({ password: password.min(1, text('Password is required')) })

export const factorProof = z.object({
  code: code.pipe(z.string().min(1, text('Enter the code'))),
})

/** The confirmation before the factor changes: the password or a code. Staff need a code. */
export const factorChange = z.object({ password: password.optional(), code: factorCode.optional() })
export type FactorChange = z.infer<typeof factorChange>

export const SECOND_FACTOR = {
  /** The number of recovery codes in a set. */
  recoveryCodes: 10,
  /** Seconds for which a code of the app is valid. */
  period: 30,
  digits: 6,
  /** Minutes for which a proven factor permits a ban. */
  freshMinutes: 10,
} as const

/** When sessions end. */
export const SESSION_ENDS = {
  /** Days without use after which a session ends. */
  unusedDays: 30,
  /** Days after the login at which a session ends in any case. */
  latestDays: 90,
  staffLatestHours: 12,
  staffUnusedHours: 1,
  /** Live sessions of an account. A login beyond them ends the one that was not used for longest. */
  mostPerAccount: 30,
} as const
