import { ERROR_CODES, type ErrorCode } from '#schema/errors.ts'
import { LIMITS } from '#schema/limits.ts'
import { POLICY } from '#schema/policy.ts'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import { STATUS_OF } from '#server/platform/errors.ts'
import { ANSWER_HEADERS } from '#server/transports/http/answer-headers.ts'
import { componentRef } from './json-schema.ts'

const JSON_TYPE = 'application/json'
const WAITS: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'NEW_ACCOUNT_LIMIT'])

/** Header fields that responses refer to by name. */
export const HEADERS = {
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
    example: 8,
  },
  RateLimitPolicy: {
    description:
      'The rate limit nearest to exhaustion of those that the call counted against, as in draft-ietf-httpapi-ratelimit-headers: its name, `q` actions in `w` seconds.',
    schema: { type: 'string' },
    example: '"messageByAccount";q=40;w=10',
  },
  RateLimit: {
    description: 'What is left of that limit: `r` actions, and `t` seconds until the quota is full again.',
    schema: { type: 'string' },
    example: '"messageByAccount";r=30;t=8',
  },
  RequestId: {
    description: 'The id of the request in the log of the server, for its operator.',
    schema: { type: 'string' },
    example: '6f1c2a9e-4b0d-4c7e-9a53-2f8f0d1e7b64',
  },
  SessionCookie: {
    description: 'The session as an HttpOnly cookie.',
    schema: { type: 'string' },
  },
} as const satisfies Record<keyof typeof ANSWER_HEADERS, object>

/** Returns references to header fields, by their names. */
export const headerRefs = (...fields: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(
    fields.map((field) => [ANSWER_HEADERS[field], { $ref: `#/components/headers/${field}` }]),
  )

export const rateLimitHeaderRefs = () => headerRefs('RateLimitPolicy', 'RateLimit')

/** Collects the failed answers of all operations under names, such as `SuspendedOrForbidden`. */
export function createErrorResponses() {
  const components: Record<string, object> = {}

  function refFor(codes: readonly ErrorCode[]) {
    const name = codes.map(pascal).join('Or')
    components[name] ??= errorResponse(codes)
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    components,
    /** Returns a reference for each status that the errors have, and a list of when each error happens. */
    forErrors(errors: Partial<Record<ErrorCode, string>>, statusOf = (code: ErrorCode) => STATUS_OF[code]) {
      const codes = ERROR_CODES.filter((code) => errors[code] !== undefined)
      const byStatus = Map.groupBy(codes, statusOf)
      const responses = [...byStatus].map(([status, ofStatus]) => [String(status), refFor(ofStatus)])
      return {
        responses: Object.fromEntries(responses) as Record<string, { $ref: string }>,
        description: codes.map((code) => `- ${statusOf(code)} \`${code}\`: ${errors[code]}`).join('\n'),
      }
    },
  }
}

function errorResponse(codes: readonly ErrorCode[]) {
  const waits = codes.some((code) => WAITS.has(code))
  const limited = codes.includes('RATE_LIMITED') || codes.includes('NEW_ACCOUNT_LIMIT')
  const headers = {
    ...(waits && headerRefs('RetryAfter')),
    ...(limited && rateLimitHeaderRefs()),
    ...(codes.some((code) => STATUS_OF[code] >= 500) && headerRefs('RequestId')),
  }
  return {
    description: `The call failed with ${codes.map((code) => `\`${code}\``).join(' or ')}.`,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      [JSON_TYPE]: {
        schema: {
          allOf: [componentRef('Error')],
          properties: { code: { enum: codes, description: 'The machine-readable cause.' } },
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { message: EXAMPLE_MESSAGES[code], code } }]),
        ),
      },
    },
  }
}

const pascal = (code: string) =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const EXAMPLE_MESSAGES: Record<ErrorCode, string> = {
  INVALID: 'age must be a whole number',
  UNAUTHENTICATED: SESSION_EXPIRED,
  SECOND_FACTOR_REQUIRED: 'Enter the code from your authenticator app.',
  SECOND_FACTOR_INVALID:
    'This code is not right, or it was used before. Wait for the next one, then try again.',
  SECOND_FACTOR_ENROLMENT_REQUIRED: 'Set up two-step login first. Moderators and administrators need it.',
  FRESH_FACTOR_REQUIRED: 'To confirm it is you, enter a code from your authenticator app.',
  FORBIDDEN: 'This request did not come from our own pages.',
  EMAIL_NOT_VERIFIED: 'Please verify your email address before finding matches.',
  PREMIUM_REQUIRED: 'People Nearby is part of Premium. Upgrade to see who is near you.',
  SUSPENDED: 'This account is suspended.',
  DAILY_LIMIT: `You have started ${POLICY.freeConversationsADay} conversations today. That is the daily limit of the free plan. We do not count people who left before they wrote to you, or a second conversation with the same person. Come back tomorrow, or upgrade to Premium for unlimited conversations.`,
  NEW_ACCOUNT_LIMIT:
    'While your account is new, it can send only so many messages a minute. Please wait a moment, then try again.',
  KNOCK_TOO_SOON: 'You asked this person not long ago. You can ask again in 3 hours.',
  KEEP_LIMIT: `You can keep in touch with ${LIMITS.keptFree} people on the free plan. Let someone go first, or upgrade to Premium.`,
  NOT_FOUND: 'We cannot find this conversation.',
  METHOD_NOT_ALLOWED: 'This address does not support this method.',
  CONFLICT: 'An account with this email already exists',
  CONVERSATION_ENDED: 'This conversation has ended.',
  EARLIER_PAYMENT: 'Your earlier payment is still being processed. Please do not pay again.',
  CONTACT_DETAILS:
    'This looks like a phone number, and you two have only just met. Are you sure you want to share it?',
  MESSAGE_HELD:
    'We held back this message and did not send it: it seems to ask for sex or sexual pictures. A moderator may check it, and send it if we made a mistake.',
  PROOF_REQUIRED: 'We are checking that you are human. This takes a few seconds.',
  TOO_LARGE: 'This request is too large. The limit is 64 KiB.',
  UNSUPPORTED_TYPE: 'The body must be JSON, with the Content-Type application/json.',
  RATE_LIMITED: 'Too many requests. Please slow down.',
  UNAVAILABLE: 'We had a short interruption. Please try again in a few seconds.',
  INTERNAL: 'Something went wrong on our side. Please try again.',
}
