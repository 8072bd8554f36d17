import * as z from 'zod'
import { GENDERS } from './enums.ts'

/** A member who would like to talk, as the member they ask sees it. It is accepted, declined, withdrawn or expires. */
export const knock = z.object({
  id: z.uuid(),
  /** The member who asks. */
  userId: z.uuid(),
  displayName: z.string(),
  age: z.number().int(),
  gender: z.enum(GENDERS),
  sharedInterests: z.array(z.string()),
  /** Whether the two have talked before. */
  again: z.boolean(),
  created: z.iso.datetime(),
  expires: z.iso.datetime(),
})
export type Knock = z.infer<typeof knock>

export const knockList = z.object({ elements: z.array(knock) })
export type KnockList = z.infer<typeof knockList>

/** Sent when a knock arrives and when it ends, except when it expires. */
export const knockEvent = knock.extend({ waiting: z.boolean() })
export type KnockEvent = z.infer<typeof knockEvent>

export const declineKnock = z.object({ forever: z.boolean().default(false) })
export type DeclineKnock = z.infer<typeof declineKnock>
