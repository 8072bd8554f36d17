import type { OperationVariables } from '@apollo/client'
import { ApolloProvider, useApolloClient, useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type * as z from 'zod'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import type { ApiFailure } from '../data/failure.ts'
import { createGraphqlClient, failureOf } from '../data/graphql.ts'
import type { Operation } from '../data/operation.ts'
import { serverOrigin } from '../desktop.ts'
import { useServices } from './react.tsx'

/** Null until there was a first connection. */
const ConnectedContext = createContext<boolean | null>(null)

/** What stands below may ask over GraphQL. Its cache lives as long as it does. */
export function GraphqlProvider({ children }: { children: ReactNode }) {
  const { session, forceLogout } = useServices()
  const [connected, setConnected] = useState<boolean | null>(null)
  const [client] = useState(() =>
    createGraphqlClient({
      fetch: window.fetch.bind(window),
      origin: serverOrigin,
      token: () => session.token(),
      onUnauthorized: ({ background }) => forceLogout(undefined, { background }),
      onSuspended: () => void session.refresh().catch(() => undefined),
      onSocket: setConnected,
    }),
  )
  useEffect(() => () => client.stop(), [client])
  return (
    <ApolloProvider client={client.apollo}>
      <ConnectedContext value={connected}>{children}</ConnectedContext>
    </ApolloProvider>
  )
}

interface Asked<Data, Variables> {
  /** The last answer, also while a newer one is on its way. */
  data: Data | null
  loading: boolean
  failure: ApiFailure | null
  refetch(): Promise<void>
  /** Adds what further variables bring to what is there. */
  more(variables: Partial<Variables>, merge: (before: Data, added: Data) => Data): Promise<void>
  /** What is known without asking again. */
  change(update: (before: Data) => Data): void
}

export function useAsk<Model extends z.ZodType, Variables extends OperationVariables>(
  { document, model }: Operation<Model, Variables>,
  variables: Variables,
  options: AskOptions = {},
): Asked<z.output<Model>, Variables> {
  type Data = z.output<Model>
  // The link has checked the answer by the model.
  const { data, previousData, loading, error, refetch, fetchMore, updateQuery } = useQuery<
    Data,
    OperationVariables
  >(document, {
    variables,
    context: contextOf(model, options),
    notifyOnNetworkStatusChange: true,
  })
  return {
    data: ((data ?? previousData) as Data | undefined) ?? null,
    loading,
    failure: error ? failureOf(error) : null,
    async refetch() {
      await refetch().catch(() => undefined)
    },
    change(update) {
      updateQuery((before, { complete }) => (complete ? update(before as Data) : undefined))
    },
    async more(further, merge) {
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

interface AskOptions {
  /** The page asks by itself, again and again: no use of the session. */
  background?: boolean
}

const contextOf = (model: z.ZodType, { background }: AskOptions) => ({
  model,
  // Asking again because something has changed must not be answered by a request from before the change.
  queryDeduplication: false,
  ...(background && { headers: { [BACKGROUND_HEADER]: '1' } }),
})

/** Asks whenever it is called, and keeps nothing. The function throws an ApiFailure. */
export function useAskOnce<Model extends z.ZodType, Variables extends OperationVariables>(
  { document, model }: Operation<Model, Variables>,
  options: AskOptions = {},
): (variables: Variables) => Promise<z.output<Model>> {
  const client = useApolloClient()
  return async (variables) => {
    try {
      const { data } = await client.query<z.output<Model>, OperationVariables>({
        query: document,
        variables,
        context: contextOf(model, options),
        fetchPolicy: 'no-cache',
      })
      return data as z.output<Model>
    } catch (error) {
      throw failureOf(error)
    }
  }
}

/** Changes something by itself, without a state of its own. The function throws an ApiFailure. */
export function useChange<Model extends z.ZodType, Variables extends OperationVariables>({
  document,
  model,
}: Operation<Model, Variables>): (variables: Variables) => Promise<z.output<Model>> {
  const client = useApolloClient()
  return async (variables) => {
    try {
      const { data } = await client.mutate<z.output<Model>, OperationVariables>({
        mutation: document,
        variables,
        context: contextOf(model, { background: true }),
        fetchPolicy: 'no-cache',
      })
      return data as z.output<Model>
    } catch (error) {
      throw failureOf(error)
    }
  }
}

/** Does something, and answers what came of it. The function throws an ApiFailure. */
export function useAct<Model extends z.ZodType, Variables extends OperationVariables>({
  document,
  model,
}: Operation<Model, Variables>): {
  act(variables: Variables): Promise<z.output<Model>>
  acting: boolean
} {
  const [mutate, { loading }] = useMutation<z.output<Model>, OperationVariables>(document, {
    context: { model },
  })
  return {
    acting: loading,
    async act(variables) {
      try {
        return (await mutate({ variables })).data as z.output<Model>
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** Hears what happens, for as long as the component stands. */
export function useListen<Model extends z.ZodType, Variables extends OperationVariables>(
  { document, model }: Operation<Model, Variables>,
  variables: Variables,
  onData: (data: z.output<Model>) => void,
): { failure: ApiFailure | null; connected: boolean | null } {
  const connected = useContext(ConnectedContext)
  const { error } = useSubscription<z.output<Model>, OperationVariables>(document, {
    variables,
    context: { model },
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      if (data) onData(data as z.output<Model>)
    },
  })
  return { failure: error ? failureOf(error) : null, connected }
}
