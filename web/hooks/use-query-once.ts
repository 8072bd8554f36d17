import type { OperationVariables } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import type * as z from 'zod'
import { failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'
import { type OperationOptions, operationContext } from './operation-context.ts'

/** Returns a function that runs the query and caches nothing. The function throws an ApiFailure. */
export function useQueryOnce<Model extends z.ZodType, Variables extends OperationVariables>(
  { document, model }: Operation<Model, Variables>,
  options: OperationOptions = {},
): (variables: Variables) => Promise<z.output<Model>> {
  const client = useApolloClient()
  return async (variables) => {
    try {
      const { data } = await client.query<z.output<Model>, OperationVariables>({
        query: document,
        variables,
        context: operationContext(model, options),
        fetchPolicy: 'no-cache',
      })
      return data as z.output<Model>
    } catch (error) {
      throw failureOf(error)
    }
  }
}
