import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { createClient, type Client as SocketClient } from 'graphql-ws'
import { map, retry, tap, timer } from 'rxjs'
import * as z from 'zod'
import { ERROR_CODES } from '#schema/errors.ts'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { ApiFailure, unreachable } from './failure.ts'

export interface GraphqlDeps {
  fetch: typeof fetch
  /** Returns the server's origin, for the subscription socket. */
  origin(): Promise<string>
  token(): string | null
  /** The server refused the session of the call. `background`: the page sent it without an action of the member. */
  onUnauthorized(call: { background: boolean }): void
  /** The account was suspended during the session. */
  onSuspended(): void
  /** Reports whether subscriptions receive events. */
  onSocket(connected: boolean): void
}

export interface GraphqlClient {
  readonly apollo: ApolloClient
  stop(): void
}

const ALIVE_EVERY = 10_000
const ALIVE_WITHIN = 5_000
const RETRY_WITHIN = 15_000

/**
 * Creates a client for the GraphQL contract, which carries what the REST routes do not. Each screen creates its own.
 */
export function createGraphqlClient(deps: GraphqlDeps): GraphqlClient {
  const http = new HttpLink({
    uri: '/graphql',
    credentials: 'include',
    async fetch(input, init) {
      const token = deps.token()
      const headers = new Headers(init?.headers)
      if (token) headers.set('Authorization', `Bearer ${token}`)
      const response = await deps.fetch(input, { ...init, headers })
      if (response.status === 401 && token === deps.token())
        deps.onUnauthorized({ background: headers.has(BACKGROUND_HEADER) })
      return response
    },
  })
  const socket = socketOf(deps)
  const apollo = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([
      ApolloLink.split(
        ({ operationType }) => operationType === 'subscription',
        retriedSubscriptions(deps.onSocket).concat(new GraphQLWsLink(socket)),
        reportSessionErrors(deps).concat(http),
      ),
    ]),
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network' } },
  })
  return {
    apollo,
    stop() {
      apollo.stop()
      void socket.dispose()
    },
  }
}

/**
 * Creates the subscription socket. It reconnects without limit, and closes a connection that no longer answers pings.
 */
function socketOf({ origin, token, onSocket }: GraphqlDeps): SocketClient {
  let unanswered: ReturnType<typeof setTimeout> | undefined
  const client = createClient({
    url: async () => `${(await origin()).replace(/^http/, 'ws')}/graphql`,
    lazy: true,
    connectionParams: () => ({ token: token() }),
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (attempts) =>
      new Promise((resolve) => {
        const wait = Math.min(1_000 * 2 ** attempts, RETRY_WITHIN)
        setTimeout(resolve, wait * (0.5 + Math.random() / 2))
      }),
    keepAlive: ALIVE_EVERY,
    on: {
      connected: () => onSocket(true),
      closed() {
        clearTimeout(unanswered)
        onSocket(false)
      },
      ping(received) {
        if (!received) unanswered = setTimeout(() => client.terminate(), ALIVE_WITHIN)
      },
      pong(received) {
        if (received) clearTimeout(unanswered)
      },
    },
  })
  return client
}

const TEMPORARY: readonly string[] = ['NETWORK', 'UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED']

/** Restarts a failed subscription after 1 s to 15 s and logs each failure. The socket reconnects by itself. */
export const retriedSubscriptions = (onReceiving: (isReceiving: boolean) => void) =>
  new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap({ next: () => onReceiving(true) }),
      retry({
        resetOnSuccess: true,
        delay(error: unknown, count) {
          // biome-ignore lint/suspicious/noConsole: such a failure is only logged
          console.error(`The subscription ${operation.operationName ?? ''} failed`, error)
          onReceiving(false)
          if (!TEMPORARY.includes(failureOf(error).code)) throw error
          return timer(Math.min(1_000 * 2 ** (count - 1), RETRY_WITHIN))
        },
      }),
    ),
  )

const withHeaders = z.object({ headers: z.record(z.string(), z.string()) })

const isBackground = (context: unknown) =>
  withHeaders.safeParse(context).data?.headers[BACKGROUND_HEADER] !== undefined

const reportSessionErrors = ({ onUnauthorized, onSuspended }: GraphqlDeps) =>
  new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      map((result) => {
        const codes = result.errors?.map(({ extensions }) => extensions?.code) ?? []
        if (codes.includes('UNAUTHENTICATED'))
          onUnauthorized({ background: isBackground(operation.getContext()) })
        if (codes.includes('SUSPENDED')) onSuspended()
        return result
      }),
    ),
  )

const extensions = z.object({
  code: z.enum(ERROR_CODES),
  fields: z.record(z.string(), z.string()).optional(),
})

/** Converts an error of the GraphQL client into an ApiFailure. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  if (!CombinedGraphQLErrors.is(error)) return unreachable()
  const [first] = error.errors
  const parsed = extensions.safeParse(first?.extensions)
  if (!first || !parsed.success)
    return new ApiFailure(200, 'INTERNAL', first?.message ?? unreachable().message)
  return new ApiFailure(STATUS[parsed.data.code] ?? 200, parsed.data.code, first.message, parsed.data.fields)
}

/** The HTTP statuses that the error policy of spec §8 tests for. */
const STATUS: Partial<Record<(typeof ERROR_CODES)[number], number>> = {
  UNAUTHENTICATED: 401,
  RATE_LIMITED: 429,
}
