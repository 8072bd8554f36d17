import { ApolloProvider } from '@apollo/client/react'
import { createContext, type ReactNode, useEffect, useState } from 'react'
import { createGraphqlClient } from '../data/graphql.ts'
import { serverOrigin } from '../desktop.ts'
import { localizedFetch } from '../i18n/localized-fetch.ts'
import { useServices } from './services.tsx'

/** Whether the GraphQL socket is connected. Null before the first connection. */
export const ConnectedContext = createContext<boolean | null>(null)

/** Gives the components below it a GraphQL client. The client's cache lives as long as the provider. */
export function GraphqlProvider({ children }: { children: ReactNode }) {
  const { session, forceLogout } = useServices()
  const [connected, setConnected] = useState<boolean | null>(null)
  const [client] = useState(() =>
    createGraphqlClient({
      fetch: localizedFetch(window.fetch.bind(window)),
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
