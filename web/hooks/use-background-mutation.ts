import type { OperationVariables } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'
import { operationContext } from './operation-context.ts'

/**
 * Returns a function that runs a mutation which the page sends on its own. It keeps no state and does not prolong the
 * session. The function throws an ApiFailure.
 */
export function useBackgroundMutation<Data, Variables extends OperationVariables>(
  operation: Operation<Data, Variables>,
): (variables: Variables) => Promise<Data> {
  const client = useApolloClient()
  return async (variables) => {
    try {
      const { data } = await client.mutate<Data, OperationVariables>({
        mutation: operation,
        variables,
        context: operationContext({ background: true }),
        fetchPolicy: 'no-cache',
      })
      return data as Data
    } catch (error) {
      throw failureOf(error)
    }
  }
}
