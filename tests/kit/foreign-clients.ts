import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloLink } from '@apollo/client/link'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { createClient as createEventClient } from 'graphql-sse'
import { createClient as createSocketClient } from 'graphql-ws'
import { WebSocket } from 'ws'

type Variables = Record<string, unknown>
type Data = Record<string, unknown>

/** A GraphQL client from npm, used as documented. */
export interface ForeignClient {
  /** Runs a query or a mutation. @throws when the server refuses it */
  run(document: string, variables?: Variables): Promise<Data>
  /** Subscribes, and calls `next` with the data of each event. The client connects again by itself. */
  listen(document: string, next: (data: Data) => void): void
  close(): Promise<void>
}

/** Retries at once, because a test does not wait as long as a user. */
const PATIENT = {
  retryAttempts: 100,
  retryWait: () => new Promise<void>((resolve) => setTimeout(resolve, 50)),
}
const ignore = () => undefined

const openSocketClient = (base: string, token: string | null) =>
  createSocketClient({
    url: `${base.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: token ? { token } : {},
    shouldRetry: () => true,
    ...PATIENT,
  })

interface Result {
  data?: Data | null | undefined
  errors?: readonly unknown[] | undefined
}

/** Common to the clients of graphql-ws and graphql-sse: every operation is a subscription. */
interface SubscribingClient {
  subscribe(
    request: { query: string; variables?: Variables },
    sink: { next(result: Result): void; error(reason: unknown): void; complete(): void },
  ): () => void
  dispose(): void | Promise<void>
}

const overSubscriptions = (client: SubscribingClient): ForeignClient => ({
  run: (query, variables = {}) =>
    new Promise((resolve, reject) => {
      client.subscribe(
        { query, variables },
        {
          next: ({ data, errors }) =>
            data && !errors ? resolve(data) : reject(new Error(JSON.stringify(errors))),
          error: reject,
          complete: ignore,
        },
      )
    }),
  listen: (query, next) =>
    void client.subscribe(
      { query },
      { next: ({ data }) => data && next(data), error: ignore, complete: ignore },
    ),
  close: async () => client.dispose(),
})

const overSockets = (base: string, token: string | null) => overSubscriptions(openSocketClient(base, token))

/** In the distinct connections mode, which the server supports: one request for each operation. */
const overEvents = (base: string, token: string | null) =>
  overSubscriptions(
    createEventClient({
      url: `${base}/graphql`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...PATIENT,
      retry: PATIENT.retryWait,
    }),
  )

function overApollo(base: string, token: string | null): ForeignClient {
  const sockets = openSocketClient(base, token)
  const http = new HttpLink({
    uri: `${base}/graphql`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  const client = new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === 'subscription',
      new GraphQLWsLink(sockets),
      http,
    ),
    cache: new InMemoryCache(),
  })
  return {
    async run(document, variables = {}) {
      const isQuery = document.trimStart().startsWith('query')
      const { data } = isQuery
        ? await client.query<Data>({ query: gql(document), variables, fetchPolicy: 'network-only' })
        : await client.mutate<Data>({ mutation: gql(document), variables })
      if (!data) throw new Error('the answer has no data')
      return data
    },
    listen: (document, next) =>
      void client
        .subscribe<Data>({ query: gql(document) })
        .subscribe({ next: ({ data }) => data && next(data), error: ignore }),
    async close() {
      client.stop()
      await sockets.dispose()
    },
  }
}

export const FOREIGN_CLIENTS: Readonly<
  Record<string, (base: string, token: string | null) => ForeignClient>
> = {
  'graphql-ws': overSockets,
  'graphql-sse': overEvents,
  '@apollo/client': overApollo,
}
