import type { IncomingMessage } from 'node:http'
import type { ExecutionArgs, GraphQLError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import type { YogaServerInstance } from 'graphql-yoga'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import { text } from '#schema/translatable.ts'
import type { Accounts, Member } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { unavailableFor } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { GraphqlContext } from '#server/transports/graphql/builder.ts'
import { presentFailure } from '#server/transports/graphql/failures.ts'

export interface OperationDeps {
  yoga: YogaServerInstance<GraphqlContext, object>
  contextOf(member: Member, request: IncomingMessage): GraphqlContext
  accounts: Pick<Accounts, 'memberOf'>
  limits: Pick<RateLimits, 'consume'>
}

/**
 * Prepares an operation with all plugins, or returns its errors. The session is read for every operation, because a
 * socket may outlive its session, a ban or premium.
 */
export async function prepareOperation(
  { yoga, contextOf, accounts, limits }: OperationDeps,
  token: string,
  params: SubscribePayload,
  request: IncomingMessage,
): Promise<ExecutionArgs | GraphQLError[]> {
  const member = await accounts.memberOf(token)
  if (!member) return [presentFailure(new ApiError('UNAUTHENTICATED', SESSION_EXPIRED))]
  if (member.suspended) return [presentFailure(new ApiError('SUSPENDED', text('This account is suspended.')))]
  await limits.consume('graphqlByAccount', member.id)
  const { schema, execute, subscribe, parse, validate, contextFactory } = yoga.getEnveloped({
    ...contextOf(member, request),
    params,
  })
  const args = {
    schema,
    operationName: params.operationName ?? null,
    document: parse(params.query),
    variableValues: params.variables ?? null,
    contextValue: await contextFactory(),
    rootValue: { execute, subscribe },
  }
  const errors = validate(args.schema, args.document)
  return errors.length > 0 ? errors : args
}

/** Returns the errors to answer with, or rethrows what is a fault of the server. */
export function operationErrors(error: unknown, onError: (error: unknown) => void): GraphQLError[] {
  if (error instanceof ApiError) return [presentFailure(error)]
  if (error instanceof Error && error.name === 'GraphQLError') return [error as GraphQLError]
  const unavailable = unavailableFor(error)
  if (!unavailable) throw error
  onError(error)
  return [presentFailure(unavailable)]
}

interface Enveloped {
  execute(args: ExecutionArgs): ReturnType<typeof import('graphql').execute>
  subscribe(args: ExecutionArgs): ReturnType<typeof import('graphql').subscribe>
}

/** Returns the functions with all plugins. They travel with the operation as its root value. */
export const enveloped = ({ rootValue }: ExecutionArgs) => rootValue as Enveloped

/**
 * Catches the errors of a subscription that ends because its client left. Nothing awaits that end, so an error would
 * terminate the process.
 */
export function leavable<Result extends object>(
  result: Result | AsyncGenerator<Result, void, void>,
  onError: (error: unknown) => void,
): Result | AsyncIterableIterator<Result, void> {
  if (!(Symbol.asyncIterator in result)) return result
  const iterator = result[Symbol.asyncIterator]()
  const leaving: AsyncIterableIterator<Result, void> = {
    [Symbol.asyncIterator]: () => leaving,
    next: () => iterator.next(),
    return: () =>
      iterator.return().catch((error: unknown) => {
        onError(error)
        return { done: true, value: undefined }
      }),
  }
  return leaving
}
