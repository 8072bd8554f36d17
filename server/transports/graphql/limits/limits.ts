import { type DocumentNode, visit } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { text } from '#schema/translatable.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { GraphqlContext } from '#server/transports/graphql/builder.ts'
import { presentFailure, presentMistake } from '#server/transports/graphql/failures.ts'
import { assertAffordable, type Question } from './cost.ts'
import { documentPlugin } from './documents.ts'
import { assertVariables } from './variables.ts'

/**
 * Refuses what is too large before it is validated, what costs too much before anything is resolved, and the schema to
 * callers who may not explore it.
 */
export const limitPlugins = (mayExplore: (member: Member | null) => boolean) =>
  [
    documentPlugin(),
    withoutHints,
    refusing(assertVariables),
    refusing(assertAffordable),
    refusing(({ document }, { member }) => {
      if (!mayExplore(member) && asksForTheSchema(document))
        throw new ApiError('FORBIDDEN', text('Only administrators can read the schema.'))
    }),
  ] as Plugin[]

const withoutHints: Plugin = {
  onValidate:
    () =>
    ({ valid, result, setResult }) => {
      if (!valid) setResult(result.map((error) => presentMistake(error)))
    },
}

type Check = (question: Question, context: GraphqlContext) => void

/** The refusal is a result like any other: thrown, it would end a whole socket. */
function refusing(check: Check): Plugin<GraphqlContext> {
  function refusalOf(args: Question & { contextValue: GraphqlContext }) {
    try {
      check(args, args.contextValue)
      return null
    } catch (error) {
      if (error instanceof ApiError) return { errors: [presentFailure(error)] }
      throw error
    }
  }
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const refusal = refusalOf(args)
      if (refusal) setResultAndStopExecution(refusal)
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const refusal = refusalOf(args)
      if (refusal) setResultAndStopExecution(refusal)
    },
  }
}

function asksForTheSchema(document: DocumentNode): boolean {
  let asks = false
  visit(document, {
    Field({ name }) {
      asks ||= name.value === '__schema' || name.value === '__type'
    },
  })
  return asks
}
