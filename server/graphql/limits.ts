import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { type DocumentNode, visit } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Member } from '../accounts/index.ts'
import { ApiError } from '../errors.ts'
import type { GraphqlContext } from './builder.ts'
import { assertAffordable, type Question } from './cost.ts'
import { presentFailure, presentMistake } from './failures.ts'

/** Above what the web app and a patient human ask, far below what hurts. */
const LIMITS = { depth: 8, aliases: 15, tokens: 1_500 }

/** What is too much is refused before anything is resolved, and the shape of the whole to whoever may not explore it. */
export const limitPlugins = (mayExplore: (member: Member | null) => boolean) =>
  [
    withoutHints,
    maxTokensPlugin({ n: LIMITS.tokens }),
    maxDepthPlugin({ n: LIMITS.depth, ignoreIntrospection: true }),
    maxAliasesPlugin({ n: LIMITS.aliases, allowList: [] }),
    refusing(assertAffordable),
    refusing(({ document }, { member }) => {
      if (!mayExplore(member) && asksForTheSchema(document))
        throw new ApiError('FORBIDDEN', 'The schema is shown to administrators.')
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
