import type { OperationVariables } from '@apollo/client'
import { useSubscription as useApolloSubscription } from '@apollo/client/react'
import { useContext } from 'react'
import type { ApiFailure } from '../data/failure.ts'
import { failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'
import { ConnectedContext } from './graphql-provider.tsx'

/** Calls `onData` for each event of the subscription while the component is mounted. */
export function useSubscription<Data, Variables extends OperationVariables>(
  operation: Operation<Data, Variables>,
  variables: NoInfer<Variables>,
  onData: (data: Data) => void,
): { failure: ApiFailure | null; connected: boolean | null } {
  const connected = useContext(ConnectedContext)
  const { error } = useApolloSubscription<Data, OperationVariables>(operation, {
    variables,
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      if (data) onData(data as Data)
    },
  })
  return { failure: error ? failureOf(error) : null, connected }
}
