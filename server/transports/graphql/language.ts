import type { ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GraphqlContext } from './builder.ts'
import { sayError } from './failures.ts'

/** Translates the errors of an answer over HTTP into the language of its request. Sockets translate their own. */
export const languagePlugin = (): Plugin<GraphqlContext, GraphqlContext> => ({
  onResultProcess({ result, setResult, serverContext: { say } }) {
    if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return
    const errors: ExecutionResult['errors'] = result.errors.map((error) => sayError(error, say))
    setResult({ ...result, errors })
  },
})
