import type { ApiError } from '#server/platform/errors.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import { rateLimitHeaders } from '#server/platform/rate-limits/rate-limit-usage.ts'

/** Returns the headers of an answer that refuses a stream. Its body is the usual JSON of errors. */
export const refusalHeaders = (failure: ApiError, constant: ConstantHeaders): ConstantHeaders => ({
  ...constant,
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  ...(failure.code === 'METHOD_NOT_ALLOWED' ? { Allow: 'GET' } : {}),
  ...(failure.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(failure.retryAfterSeconds) }),
  ...(failure.rateLimit && rateLimitHeaders(failure.rateLimit)),
})
