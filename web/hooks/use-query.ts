import type { OperationVariables } from '@apollo/client'
import { useQuery as useApolloQuery } from '@apollo/client/react'
import type { ApiFailure } from '../data/failure.ts'
import { failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'
import { type OperationOptions, operationContext } from './operation-context.ts'

interface QueryResult<Data, Variables> {
  /** The last answer, also while a newer one is loading. */
  data: Data | null
  loading: boolean
  failure: ApiFailure | null
  refetch(): Promise<void>
  /** Loads a further page and merges it into the data. @throws ApiFailure */
  fetchMore(variables: Partial<Variables>, merge: (before: Data, added: Data) => Data): Promise<void>
  /** Changes the data in the cache, without a request. */
  update(change: (before: Data) => Data): void
}

/** Runs a query and returns its state. */
export function useQuery<Data, Variables extends OperationVariables>(
  operation: Operation<Data, Variables>,
  variables: NoInfer<Variables>,
  options: OperationOptions = {},
): QueryResult<Data, Variables> {
  const { data, previousData, loading, error, refetch, fetchMore, updateQuery } = useApolloQuery<
    Data,
    OperationVariables
  >(operation, {
    variables,
    context: operationContext(options),
    notifyOnNetworkStatusChange: true,
  })
  return {
    data: ((data ?? previousData) as Data | undefined) ?? null,
    loading,
    failure: error ? failureOf(error) : null,
    async refetch() {
      await refetch().catch(() => undefined)
    },
    update(change) {
      updateQuery((before, { complete }) => (complete ? change(before as Data) : undefined))
    },
    async fetchMore(further, merge) {
      try {
        await fetchMore({
          variables: further,
          updateQuery: (before, { fetchMoreResult }) =>
            merge(before as Data, fetchMoreResult as Data) as typeof before,
        })
      } catch (cause) {
        throw failureOf(cause)
      }
    },
  }
}
