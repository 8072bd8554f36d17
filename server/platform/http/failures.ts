import type { ErrorBody, ErrorCode } from '#schema/errors.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { unavailableFor } from '#server/platform/postgres/index.ts'
import type { Say } from '#server/platform/texts/texts.ts'

/** Returns the error that the caller may read. All other details stay in the log. */
export function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof URIError) return new ApiError('INVALID', text('The address is not valid.'))
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 400) return new ApiError('INVALID', text('This request is not valid.'))
  return (
    unavailableFor(error) ??
    new ApiError('INTERNAL', text('Something went wrong on our side. Please try again.'))
  )
}

/** Returns the body of a failed answer in the language of its reader. */
export function errorBodyOf(failure: ApiError, say: Say): ErrorBody {
  const fields = sayFields(failure.fields, say)
  return {
    message: say(failure.text),
    code: failure.code,
    ...(fields && Object.keys(fields).length > 0 ? { fields } : {}),
    ...(failure.challenge ? { challenge: failure.challenge } : {}),
    ...(failure.token ? { token: failure.token } : {}),
    ...(failure.paymentId ? { paymentId: failure.paymentId } : {}),
  }
}

/** Returns the messages of fields in the language of their reader. */
export const sayFields = (fields: ApiError['fields'], say: Say): Record<string, string> | undefined =>
  fields && Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, say(text)]))

/** How a failure is answered. */
export interface FailedAnswer {
  status: number
  code: ErrorCode
  body: unknown
  headers: Readonly<Record<string, string>>
}

export function failedAnswer(error: unknown, say: Say): FailedAnswer {
  const failure = failureOf(error)
  const { status, code, retryAfterSeconds } = failure
  // On a kept connection, the unread body would be parsed as the next request.
  const closes = code === 'TOO_LARGE' || code === 'UNSUPPORTED_TYPE'
  return {
    status,
    code,
    body: errorBodyOf(failure, say),
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
