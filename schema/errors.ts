import * as z from 'zod'
import { proofChallenge } from './proof.ts'

export const ERROR_CODES = [
  'INVALID',
  'UNAUTHENTICATED',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_INVALID',
  'SECOND_FACTOR_ENROLMENT_REQUIRED',
  'FRESH_FACTOR_REQUIRED',
  'FORBIDDEN',
  'EMAIL_NOT_VERIFIED',
  'PREMIUM_REQUIRED',
  'SUSPENDED',
  'DAILY_LIMIT',
  'NEW_ACCOUNT_LIMIT',
  'KNOCK_TOO_SOON',
  'KEEP_LIMIT',
  'NOT_FOUND',
  'CONFLICT',
  'CONVERSATION_ENDED',
  'EARLIER_PAYMENT',
  'CONTACT_DETAILS',
  'MESSAGE_HELD',
  'PROOF_REQUIRED',
  'TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The body of every failed answer. `fields` maps fields to messages; `challenge` comes with PROOF_REQUIRED. */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES),
  fields: z.record(z.string(), z.string()).optional(),
  challenge: proofChallenge.optional(),
  /** With SUSPENDED at a login: a token for the account status, appeals and the member's data only. */
  token: z.string().optional(),
  /** With EARLIER_PAYMENT: the provider's id of that payment. */
  paymentId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
