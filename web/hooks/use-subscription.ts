import type { OperationVariables } from '@apollo/client'
import { useSubscription as useApolloSubscription } from '@apollo/client/react'
import { useContext } from 'react'
import type * as z from 'zod'
import type { ApiFailure } from '../data/failure.ts'
import { failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'
import { ConnectedContext } from './graphql-provider.tsx'

/** Calls `onData` for each event of the subscription while the component is mounted. */
export function useSubscription<Model extends z.ZodType, Variables extends OperationVariables>(
  { document, model }: Operation<Model, Variables>,
  variables: Variables,
  onData: (data: z.output<Model>) => void,
): { failure: ApiFailure | null; connected: boolean | null } {
  const connected = useContext(ConnectedContext)
  const { error } = useApolloSubscription<z.output<Model>, OperationVariables>(document, {
    variables,
    context: { model },
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      if (data) onData(data as z.output<Model>)
    },
  })
  return { failure: error ? failureOf(error) : null, connected }
}
