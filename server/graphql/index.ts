import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createYoga } from 'graphql-yoga'
import type { Logger } from 'pino'
import { PROOF_HEADER } from '#schema/proof.ts'
import type { Member } from '../accounts/index.ts'
import { clientAddress, clientProgram } from '../client-address.ts'
import { ApiError } from '../errors.ts'
import type { Live } from '../live/index.ts'
import type { ComingsAndGoings } from '../presence/index.ts'
import { readBody } from '../read-body.ts'
import type { Rooms } from '../rooms.ts'
import type { GraphqlContext } from './builder.ts'
import { presentError, refuse } from './failures.ts'
import { createGraphiql, wantsGraphiql } from './graphiql.ts'
import { limitPlugins } from './limits.ts'
import { createGraphqlSchema } from './schema.ts'
import { createSockets } from './sockets.ts'

export { createGraphqlSchema } from './schema.ts'

export interface GraphqlDeps {
  rooms: Rooms
  live: Live
  comingsAndGoings: ComingsAndGoings
  confirm: GraphqlContext['confirm']
  /** The cookie alone changes state only from our own pages. */
  memberOf(request: IncomingMessage, changesState: boolean): Promise<Member | null>
  memberByToken(token: string): Promise<Member | null>
  /** Whether a proxy in front is believed about the caller's address. */
  trustProxy: boolean
  /** GraphiQL and introspection for everybody who is logged in; elsewhere for administrators. */
  open: boolean
  log: Logger
}

export interface GraphqlHandler {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Subscriptions over WebSockets, at the same address. */
  attach(server: Server): void
  close(): Promise<void>
}

export function createGraphql(deps: GraphqlDeps): GraphqlHandler {
  const { rooms, live, comingsAndGoings, confirm, memberOf, memberByToken, trustProxy, open, log } = deps
  const contextOf = (member: Member | null, request: IncomingMessage, proven = false): GraphqlContext => ({
    member,
    rooms,
    live,
    comingsAndGoings,
    confirm,
    origin: request.headers.origin,
    address: clientAddress(request, trustProxy),
    userAgent: clientProgram(request),
    loaders: null,
    proven,
  })
  const mayExplore = (member: Member | null) =>
    member !== null && !member.suspended && (open || member.role === 'ADMIN')
  const yoga = createYoga<GraphqlContext>({
    // Those that yoga brings would hear of a reader who left only with the next ping.
    fetchAPI: { ReadableStream, Response },
    schema: createGraphqlSchema(),
    graphqlEndpoint: '/graphql',
    landingPage: false,
    batching: false,
    logging: false,
    cors: false,
    graphiql: false,
    maskedErrors: { maskError: (error) => presentError(error, log) },
    plugins: limitPlugins(mayExplore),
  })

  const graphiql = createGraphiql()
  const sockets = createSockets({
    yoga,
    contextOf,
    memberByToken,
    onError: (error) => log.warn({ error }, 'graphql socket failed'),
  })

  return {
    attach: sockets.attach,
    close: sockets.close,
    async handle(request, response) {
      try {
        await serve(request, response)
      } catch (error) {
        refuse(response, error, log)
      }
    },
  }

  async function explore(request: IncomingMessage, response: ServerResponse) {
    const member = await memberOf(request, false)
    if (!member) throw new ApiError('UNAUTHENTICATED', 'Please log in to see this page.')
    if (!mayExplore(member)) throw new ApiError('FORBIDDEN', 'This page is for administrators.')
    await graphiql.send(request, response)
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    if (wantsGraphiql(request)) return explore(request, response)
    // A query may carry any mutation.
    const member = await memberOf(request, true)
    const body = request.method === 'POST' ? await readBody(request) : null
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string') headers.set(name, value)
    const answer = await yoga.fetch(
      new Request(new URL(request.url ?? '/graphql', 'http://localhost'), {
        method: request.method ?? 'GET',
        headers,
        ...(body === null ? {} : { body }),
      }),
      contextOf(member, request, await rooms.botDefence.accepts(headers.get(PROOF_HEADER) ?? undefined)),
    )
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'Cache-Control': 'no-store',
    })
    if (answer.body) await send(answer.body, response)
    response.end()
  }
}

/** A subscription's body has no end of its own: it ends with its reader. */
async function send(body: ReadableStream<Uint8Array>, response: ServerResponse) {
  const reader = body.getReader()
  const gone = once(response, 'close')
  void gone.then(() => reader.cancel()).catch(() => undefined)
  for (;;) {
    const { done, value } = await reader.read()
    if (done || response.destroyed) return
    if (!response.write(value)) await Promise.race([once(response, 'drain'), gone])
  }
}
