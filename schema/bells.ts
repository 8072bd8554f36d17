import * as z from 'zod'
import { LIMITS } from './limits.ts'

/** An interest of the caller, and whether its bell is on. */
export const interestBell = z.object({ interest: z.string(), on: z.boolean() })
export type InterestBell = z.infer<typeof interestBell>

/** The interests of the caller, in the order of the profile. */
export const interestBells = z.object({ bells: z.array(interestBell) })
export type InterestBells = z.infer<typeof interestBells>

/** Turns the bell of an interest on or off. */
export const setInterestBell = z.object({
  interest: z.string().min(1).max(LIMITS.interests.maxLength),
  on: z.boolean(),
})
export type SetInterestBell = z.infer<typeof setInterestBell>
