import type { ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import { ERROR_CODES } from '#schema/errors.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { sayFields } from '#server/platform/http/failures.ts'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import { unavailableFor } from '#server/platform/postgres/index.ts'
import { englishOf } from '#server/platform/texts/english-of.ts'
import type { Say } from '#server/platform/texts/texts.ts'

/** Answers what did not get as far as a query. Returns the error that the caller receives. */
export function refuse(
  response: ServerResponse,
  error: unknown,
  { log, say }: { log: FailureLog; say: Say },
): GraphQLError {
  if (!(error instanceof ApiError) || error.status >= 500) log.error({ error }, 'graphql failed')
  const failure =
    error instanceof ApiError
      ? error
      : (unavailableFor(error) ?? new ApiError('INTERNAL', text('Something went wrong.')))
  const presented = sayError(presentFailure(failure), say)
  if (response.headersSent) {
    response.destroy()
    return presented
  }
  response.writeHead(failure.status, {
    'Content-Type': 'application/json; charset=utf-8',
    Connection: 'close',
    ...(failure.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(failure.retryAfterSeconds) }),
  })
  const { message, extensions } = presented
  response.end(JSON.stringify({ errors: [{ message, extensions }] }))
  return presented
}

/** Compares by name, because a library may bundle its own copy of the class. */
const isGraphqlError = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError'

/** Presents the details that a caller may read in `extensions`. Other errors are logged and presented as by REST. */
export function presentError(error: unknown, log: FailureLog): Error {
  const cause = isGraphqlError(error) ? error.originalError : error
  const place = isGraphqlError(error)
    ? { nodes: error.nodes ?? null, source: error.source ?? null, path: error.path ?? null }
    : {}
  if (isGraphqlError(error) && !cause) return presentMistake(error, place)
  if (cause instanceof ApiError) {
    if (cause.status >= 500) log.error({ error: cause }, 'graphql failed')
    return presentFailure(cause, place)
  }
  // An argument of the wrong type. With a path, a resolver returned a value of the wrong type, which is our fault.
  if (isGraphqlError(error) && isGraphqlError(cause) && !error.path) return presentMistake(error, place)
  log.error({ error: cause }, 'graphql failed')
  const unavailable = unavailableFor(cause)
  if (unavailable) return presentFailure(unavailable, place)
  return presentFailure(new ApiError('INTERNAL', text('Something went wrong.')), place)
}

/** Presents a mistake in the query, without suggested names: they would reveal the schema to callers without introspection. */
export function presentMistake(error: GraphQLError, place: Place = { nodes: error.nodes ?? null }) {
  const message = error.message.replace(/ Did you mean .*$/s, '')
  const { code, ...extensions } = error.extensions
  return new GraphQLError(message, {
    ...place,
    extensions: { ...extensions, code: isErrorCode(code) ? code : 'INVALID' },
  })
}

/** Libraries use codes of their own, such as GRAPHQL_PARSE_FAILED. Only ours are documented. */
const isErrorCode = (code: unknown) => ERROR_CODES.some((known) => known === code)

type Place = Pick<NonNullable<ConstructorParameters<typeof GraphQLError>[1]>, 'nodes' | 'source' | 'path'>

/** Keeps the texts of a failure until it is sent in the language of its reader. */
class PresentedFailure extends GraphQLError {
  readonly failure: ApiError

  constructor(failure: ApiError, options: NonNullable<ConstructorParameters<typeof GraphQLError>[1]>) {
    super(failure.message, options)
    this.failure = failure
  }
}

/** Returns an error in the language of its reader. Mistakes in a query are in English. */
export function sayError(error: GraphQLError, say: Say): GraphQLError {
  if (!(error instanceof PresentedFailure)) return error
  const { nodes, source, path, failure } = error
  const fields = sayFields(failure.fields, say)
  return new GraphQLError(say(failure.text), {
    nodes: nodes ?? null,
    source: source ?? null,
    path: path ?? null,
    extensions: { ...error.extensions, ...(fields ? { fields } : {}) },
  })
}

/** Presents an error in English. `sayError` translates it when it is sent. */
export function presentFailure(failure: ApiError, place: Place = {}): GraphQLError {
  const { code, fields, retryAfterSeconds, challenge, token, paymentId, rateLimit } = failure
  const extensions = {
    code,
    ...(fields ? { fields: sayFields(fields, englishOf) } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(challenge ? { challenge } : {}),
    ...(token ? { token } : {}),
    ...(paymentId ? { paymentId } : {}),
    ...(rateLimit ? { rateLimit } : {}),
  }
  return new PresentedFailure(failure, { ...place, extensions })
}
