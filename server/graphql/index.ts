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
import { createSender } from './send.ts'
import { createSockets } from './sockets.ts'

export { createGraphqlSchema } from './schema.ts'

export interface GraphqlDeps {
  rooms: Rooms
  live: Live
  comingsAndGoings: ComingsAndGoings
  admitStream: GraphqlContext['admitStream']
  confirm: GraphqlContext['confirm']
  /** The cookie alone changes state only from our own pages. */
  memberOf(request: IncomingMessage, changesState: boolean): Promise<Member | null>
  memberByToken(token: string): Promise<Member | null>
  /** What the browser was given to be recognised by; null for one that has nothing. */
  deviceOf(request: IncomingMessage): string | null
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
  const { rooms, live, comingsAndGoings, confirm, memberOf, memberByToken, deviceOf, trustProxy, open, log } =
    deps
  let stopped = false
  const presence: ComingsAndGoings = {
    came: (userId, interests) => comingsAndGoings.came(userId, interests),
    // Of a node that stops, the people are back elsewhere before anybody needs to hear that they left.
    left(userId) {
      if (!stopped) comingsAndGoings.left(userId)
    },
  }
  const contextOf = (member: Member | null, request: IncomingMessage, proven = false): GraphqlContext => ({
    member,
    rooms,
    live,
    comingsAndGoings: presence,
    admitStream: deps.admitStream,
    confirm,
    origin: request.headers.origin,
    address: clientAddress(request, trustProxy),
    userAgent: clientProgram(request),
    device: deviceOf(request),
    loaders: null,
    refused: (field) =>
      log.warn({ userId: member?.id, field }, 'a call was refused that is for moderators or administrators'),
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
  const sender = createSender()
  const sockets = createSockets({
    yoga,
    contextOf,
    memberByToken,
    onError: (error) => log.warn({ error }, 'graphql socket failed'),
  })

  return {
    attach: sockets.attach,
    close() {
      stopped = true
      sender.endLasting()
      return sockets.close()
    },
    async handle(request, response) {
      try {
        await serve(request, response)
      } catch (error) {
        // Whoever leaves in the middle of a question is no failure of ours.
        const left = request.destroyed && !request.complete && !(error instanceof ApiError)
        if (!left) refuse(response, error, log)
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
    await sender.send(answer, response)
  }
}
