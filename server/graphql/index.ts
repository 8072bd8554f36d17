import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit'
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { type DocumentNode, GraphQLError, visit } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import { PROOF_HEADER } from '#schema/proof.ts'
import type { Member } from '../accounts/index.ts'
import { ApiError } from '../errors.ts'
import type { Live } from '../live/index.ts'
import type { ComingsAndGoings } from '../presence/index.ts'
import { readBody } from '../read-body.ts'
import type { Rooms } from '../rooms.ts'
import type { GraphqlContext } from './builder.ts'
import { createGraphqlSchema } from './schema.ts'
import { createSockets } from './sockets.ts'

export { createGraphqlSchema } from './schema.ts'

export interface GraphqlDeps {
  rooms: Rooms
  live: Live
  comingsAndGoings: ComingsAndGoings
  memberOf(request: IncomingMessage): Promise<Member | null>
  memberByToken(token: string): Promise<Member | null>
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

/** Above what the web app and a patient human ask, far below what hurts. */
const LIMITS = { depth: 8, aliases: 15, tokens: 1_500, cost: 4_000 }

export function createGraphql(deps: GraphqlDeps): GraphqlHandler {
  const { rooms, live, comingsAndGoings, memberOf, memberByToken, open, log } = deps
  const contextOf = (member: Member | null, origin?: string, proven = false): GraphqlContext => ({
    member,
    rooms,
    live,
    comingsAndGoings,
    origin,
    proven,
  })
  const mayExplore = (member: Member | null) => member?.role === 'ADMIN' || (open && member !== null)
  const yoga = createYoga<GraphqlContext>({
    schema: createGraphqlSchema(),
    graphqlEndpoint: '/graphql',
    landingPage: false,
    batching: false,
    logging: false,
    cors: false,
    graphiql: false,
    maskedErrors: { maskError: (error) => presentError(error, log) },
    plugins: [
      maxTokensPlugin({ n: LIMITS.tokens }),
      maxDepthPlugin({ n: LIMITS.depth, ignoreIntrospection: true }),
      maxAliasesPlugin({ n: LIMITS.aliases, allowList: [] }),
      costLimitPlugin({ maxCost: LIMITS.cost, ignoreIntrospection: true }),
      introspectionFor(mayExplore),
    ] as Plugin[],
  })

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

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const member = await memberOf(request)
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
      contextOf(
        member,
        request.headers.origin,
        await rooms.botDefence.accepts(headers.get(PROOF_HEADER) ?? undefined),
      ),
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

/** What did not get as far as a query. */
function refuse(response: ServerResponse, error: unknown, log: Logger) {
  if (!(error instanceof ApiError)) log.error({ error }, 'graphql failed')
  const [status, message, code] =
    error instanceof ApiError
      ? [error.status, error.message, error.code]
      : [500, 'Something went wrong.', 'INTERNAL']
  if (response.headersSent) return response.destroy()
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
  return response.end(JSON.stringify({ errors: [{ message, extensions: { code } }] }))
}

/** By name: a library may carry a copy of the class that is not ours. */
const isGraphqlError = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError'

/** What a caller may read stands in `extensions`; anything else is logged whole and told of as little as REST does. */
function presentError(error: unknown, log: Logger): Error {
  const cause = isGraphqlError(error) ? error.originalError : error
  if (isGraphqlError(error) && !cause) return error
  const place = isGraphqlError(error)
    ? { nodes: error.nodes ?? null, source: error.source ?? null, path: error.path ?? null }
    : {}
  if (cause instanceof ApiError) {
    const { code, fields, retryAfterSeconds, challenge } = cause
    const extensions = {
      code,
      ...(fields ? { fields } : {}),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(challenge ? { challenge } : {}),
    }
    return new GraphQLError(cause.message, { ...place, extensions })
  }
  log.error({ error: cause }, 'graphql failed')
  return new GraphQLError('Something went wrong.', { ...place, extensions: { code: 'INTERNAL' } })
}

/** Only whoever may explore learns the shape of the whole. */
const introspectionFor = (mayExplore: (member: Member | null) => boolean): Plugin<GraphqlContext> => ({
  onExecute({ args: { document, contextValue } }) {
    if (mayExplore(contextValue.member)) return
    let asks = false
    visit(document as DocumentNode, {
      Field({ name }) {
        asks ||= name.value === '__schema' || name.value === '__type'
      },
    })
    if (asks)
      throw new GraphQLError('The schema is shown to administrators.', { extensions: { code: 'FORBIDDEN' } })
  },
})
