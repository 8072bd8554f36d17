import type { Middleware } from 'koa'
import type { ErrorBody, ErrorCode } from '#schema/errors.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import { unavailableFor } from '#server/platform/postgres/index.ts'

/** Returns the error that the caller may read. All other details stay in the log. */
export function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof URIError) return new ApiError('INVALID', 'The address is not valid.')
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 400) return new ApiError('INVALID', 'This request is not valid.')
  return (
    unavailableFor(error) ?? new ApiError('INTERNAL', 'Something went wrong on our side. Please try again.')
  )
}

export function errorBodyOf(failure: ApiError): ErrorBody {
  return {
    message: failure.message,
    code: failure.code,
    ...(failure.fields && Object.keys(failure.fields).length > 0 ? { fields: failure.fields } : {}),
    ...(failure.challenge ? { challenge: failure.challenge } : {}),
    ...(failure.token ? { token: failure.token } : {}),
    ...(failure.paymentId ? { paymentId: failure.paymentId } : {}),
  }
}

/** How a failure is answered. */
export interface FailedAnswer {
  status: number
  code: ErrorCode
  body: unknown
  headers: Readonly<Record<string, string>>
}

export function failedAnswer(error: unknown): FailedAnswer {
  const failure = failureOf(error)
  const { status, code, retryAfterSeconds } = failure
  // On a kept connection, the unread body would be parsed as the next request.
  const closes = code === 'TOO_LARGE' || code === 'UNSUPPORTED_TYPE'
  return {
    status,
    code,
    body: errorBodyOf(failure),
    headers: {
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
      ...(closes ? { Connection: 'close' } : {}),
    },
  }
}

/** Returns the header of an answer about a failure of ours. With it, the operator finds the line in the log. */
export function requestIdHeader(status: number, requestId: () => string | undefined): Record<string, string> {
  const id = status >= 500 ? requestId() : undefined
  return id === undefined ? {} : { 'X-Request-Id': id }
}

/** Answers with the failure of a request. `onFailure` receives its code. */
export function presentFailures(
  log: FailureLog,
  onFailure: (code: ErrorCode) => void = () => undefined,
  requestId: () => string | undefined = () => undefined,
): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const { status, code, body, headers } = failedAnswer(error)
      onFailure(code)
      if (status >= 500) log.error({ error, method: ctx.method, path: ctx.path }, 'request failed')
      ctx.status = status
      ctx.body = body
      ctx.set({ ...headers, ...requestIdHeader(status, requestId) })
    }
  }
}
