import type { ServerResponse } from 'node:http'
import type { ApiError } from '#server/platform/errors.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import { errorBodyOf } from '#server/platform/http/failures.ts'
import { rateLimitHeaders } from '#server/platform/rate-limits/rate-limit-usage.ts'
import type { Say } from '#server/platform/texts/texts.ts'

/** Answers a request that reaches no route. `constant` are the headers of every answer of its kind. */
export function refuse(response: ServerResponse, failure: ApiError, constant: ConstantHeaders, say: Say) {
  const { head, body } = refusalOf(failure, constant, say)
  response.writeHead(failure.status, head).end(body)
}

/** Returns the headers and the body of such an answer: the usual JSON of errors. Only streams refuse a method; they answer GET. */
export function refusalOf(failure: ApiError, constant: ConstantHeaders, say: Say) {
  const body = JSON.stringify(errorBodyOf(failure, say))
  const head: ConstantHeaders = {
    ...constant,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    ...(failure.code === 'METHOD_NOT_ALLOWED' ? { Allow: 'GET' } : {}),
    ...(failure.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(failure.retryAfterSeconds) }),
    ...(failure.rateLimit && rateLimitHeaders(failure.rateLimit)),
  }
  return { head, body }
}
