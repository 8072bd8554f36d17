import type { Middleware } from 'koa'
import type { ErrorBody } from '#schema/errors.ts'
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

export function presentFailures(log: FailureLog): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const failure = failureOf(error)
      if (failure.status >= 500) log.error({ error, method: ctx.method, path: ctx.path }, 'request failed')
      ctx.status = failure.status
      ctx.body = errorBodyOf(failure)
      if (failure.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(failure.retryAfterSeconds))
      // On a kept connection, the unread body would be parsed as the next request.
      if (failure.code === 'TOO_LARGE' || failure.code === 'UNSUPPORTED_TYPE') ctx.set('Connection', 'close')
    }
  }
}
