import type { OperationVariables } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import type * as z from 'zod'
import { failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'
import { operationContext } from './operation-context.ts'

/**
 * Returns a function that runs a mutation which the page sends on its own. It keeps no state and does not prolong the
 * session. The function throws an ApiFailure.
 */
export function useBackgroundMutation<Model extends z.ZodType, Variables extends OperationVariables>({
  document,
  model,
}: Operation<Model, Variables>): (variables: Variables) => Promise<z.output<Model>> {
  const client = useApolloClient()
  return async (variables) => {
    try {
      const { data } = await client.mutate<z.output<Model>, OperationVariables>({
        mutation: document,
        variables,
        context: operationContext(model, { background: true }),
        fetchPolicy: 'no-cache',
      })
      return data as z.output<Model>
    } catch (error) {
      throw failureOf(error)
    }
  }
}
