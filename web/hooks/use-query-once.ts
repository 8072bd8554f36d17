import type { OperationVariables } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'
import { type OperationOptions, operationContext } from './operation-context.ts'

/** Returns a function that runs the query and caches nothing. The function throws an ApiFailure. */
export function useQueryOnce<Data, Variables extends OperationVariables>(
  operation: Operation<Data, Variables>,
  options: OperationOptions = {},
): (variables: Variables) => Promise<Data> {
  const client = useApolloClient()
  return async (variables) => {
    try {
      const { data } = await client.query<Data, OperationVariables>({
        query: operation,
        variables,
        context: operationContext(options),
        fetchPolicy: 'no-cache',
      })
      return data as Data
    } catch (error) {
      throw failureOf(error)
    }
  }
}
