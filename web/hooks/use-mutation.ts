import type { OperationVariables } from '@apollo/client'
import { useMutation as useApolloMutation } from '@apollo/client/react'
import type * as z from 'zod'
import { failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'

/** Returns a function that runs the mutation and throws an ApiFailure, and whether it is running. */
export function useMutation<Model extends z.ZodType, Variables extends OperationVariables>({
  document,
  model,
}: Operation<Model, Variables>): {
  mutate(variables: Variables): Promise<z.output<Model>>
  isMutating: boolean
} {
  const [mutate, { loading }] = useApolloMutation<z.output<Model>, OperationVariables>(document, {
    context: { model },
  })
  return {
    isMutating: loading,
    async mutate(variables) {
      try {
        return (await mutate({ variables })).data as z.output<Model>
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}
