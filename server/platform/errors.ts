import type { ErrorCode } from '#schema/errors.ts'
import type { ProofChallenge } from '#schema/proof.ts'
import type { Text } from '#schema/translatable.ts'
import type { RateLimitUsage } from './rate-limits/rate-limit-usage.ts'
import { englishOf } from './texts/english-of.ts'

export const STATUS_OF: Record<ErrorCode, number> = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  /** At a login. With a session it is 403, because clients log out on 401. */
  SECOND_FACTOR_REQUIRED: 401,
  SECOND_FACTOR_INVALID: 401,
  SECOND_FACTOR_ENROLMENT_REQUIRED: 403,
  FRESH_FACTOR_REQUIRED: 403,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  PREMIUM_REQUIRED: 403,
  SUSPENDED: 403,
  DAILY_LIMIT: 403,
  NEW_ACCOUNT_LIMIT: 403,
  KNOCK_TOO_SOON: 403,
  KEEP_LIMIT: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  CONVERSATION_ENDED: 409,
  EARLIER_PAYMENT: 409,
  CONTACT_DETAILS: 409,
  MESSAGE_HELD: 422,
  PROOF_REQUIRED: 428,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
}

/** The default of Retry-After for a 503, in seconds. */
const UNAVAILABLE_SECONDS = 30

/** An error that the caller may read, in their language. `message` is in English, for the log. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly text: Text
  readonly fields: Record<string, Text> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly challenge: ProofChallenge | undefined
  readonly token: string | undefined
  /** The provider's id of the earlier payment, with EARLIER_PAYMENT. */
  readonly paymentId: string | undefined
  /** The rate limit that refused the call. */
  readonly rateLimit: RateLimitUsage | undefined

  constructor(
    code: ErrorCode,
    text: Text,
    more: {
      fields?: Record<string, Text>
      retryAfterSeconds?: number
      challenge?: ProofChallenge
      token?: string
      paymentId?: string
      rateLimit?: RateLimitUsage
      /** Replaces the code's usual status. */
      status?: number
    } = {},
  ) {
    super(englishOf(text))
    this.name = 'ApiError'
    this.code = code
    this.status = more.status ?? STATUS_OF[code]
    this.text = text
    this.fields = more.fields
    this.retryAfterSeconds =
      more.retryAfterSeconds ?? (code === 'UNAVAILABLE' ? UNAVAILABLE_SECONDS : undefined)
    this.challenge = more.challenge
    this.token = more.token
    this.paymentId = more.paymentId
    this.rateLimit = more.rateLimit
  }
}
