import {
  type ExecutionArgs,
  type ExecutionResult,
  type execute,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { ERROR_CODES, type ErrorCode } from '#schema/errors.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { startTimer } from '#server/platform/metrics/start-timer.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'

/** An operation that asks for several fields at once, or for the schema. */
const SEVERAL = 'several'

/**
 * Times operations by type and root field. The names that clients give their operations are never labels; the fields are
 * those of our schema. A subscription is timed until it is open.
 */
export const metricsPlugin = (metrics: Metrics, tracing: Tracing): Plugin => {
  function timed(args: ExecutionArgs) {
    const seconds = startTimer()
    return (isOk: boolean) => {
      const operation = getOperationAST(args.document, args.operationName)
      if (!operation) return
      metrics.histogram('graphqlOperations', {
        type: operation.operation,
        field: fieldOf(args.schema, operation),
        outcome: isOk ? 'ok' : 'error',
      })(seconds())
    }
  }

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const done = timed(args)
      if (tracing.here()) setExecuteFn(tracedExecute(tracing, executeFn))
      return { onExecuteDone: ({ result }) => done(isOk(result)) }
    },
    onResultProcess({ result }) {
      for (const one of Array.isArray(result) ? result : [result])
        if ('errors' in one) for (const error of one.errors ?? []) countError(metrics, error)
    },
    onSubscribe({ args }) {
      const done = timed(args)
      return { onSubscribeResult: ({ result }) => done(isOk(result)) }
    },
  }
}

type Execute = (args: ExecutionArgs) => ReturnType<typeof execute>

/** Runs an operation in a span with its type and root field. */
const tracedExecute =
  (tracing: Tracing, executeFn: Execute) =>
  (args: ExecutionArgs): ReturnType<typeof execute> => {
    const operation = getOperationAST(args.document, args.operationName)
    if (!operation) return executeFn(args)
    const name = `graphql ${operation.operation} ${fieldOf(args.schema, operation)}`
    return tracing.within(name, async () => executeFn(args))
  }

const isOk = (result: ExecutionResult | AsyncIterable<unknown>) =>
  Symbol.asyncIterator in result || !result.errors?.length

/** Returns the root field of an operation if it has exactly one, and our schema has it. */
export function fieldOf(schema: GraphQLSchema, { operation, selectionSet }: OperationDefinitionNode): string {
  const [first, ...more] = selectionSet.selections
  if (first?.kind !== Kind.FIELD || more.length > 0) return SEVERAL
  const root = {
    [OperationTypeNode.QUERY]: schema.getQueryType(),
    [OperationTypeNode.MUTATION]: schema.getMutationType(),
    [OperationTypeNode.SUBSCRIPTION]: schema.getSubscriptionType(),
  }[operation]
  return root && Object.hasOwn(root.getFields(), first.name.value) ? first.name.value : SEVERAL
}

/** Counts an error that a caller receives, and returns it. */
export function countError<Failure extends Error>(metrics: Metrics, error: Failure): Failure {
  const extensions: unknown = Reflect.get(error, 'extensions')
  const given: unknown = typeof extensions === 'object' && extensions && Reflect.get(extensions, 'code')
  const code: ErrorCode = ERROR_CODES.find((known) => known === given) ?? 'INTERNAL'
  metrics.counter('errors', { transport: 'graphql', code })()
  return error
}
