import type { OperationVariables } from '@apollo/client'
import { useMutation as useApolloMutation } from '@apollo/client/react'
import { failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'

/** Returns a function that runs the mutation and throws an ApiFailure, and whether it is running. */
export function useMutation<Data, Variables extends OperationVariables>(
  operation: Operation<Data, Variables>,
): {
  mutate(variables: Variables): Promise<Data>
  isMutating: boolean
} {
  const [mutate, { loading }] = useApolloMutation<Data, OperationVariables>(operation, {})
  return {
    isMutating: loading,
    async mutate(variables) {
      try {
        return (await mutate({ variables })).data as Data
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}
