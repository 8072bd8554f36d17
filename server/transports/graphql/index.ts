import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createYoga } from 'graphql-yoga'
import { PROOF_HEADER } from '#schema/proof.ts'
import { text } from '#schema/translatable.ts'
import { hasStaffFactor, type Member, staffFactorRefusal } from '#server/domains/accounts/index.ts'
import type { Domains } from '#server/domains/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { PresenceTracker } from '#server/domains/presence/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { clientAddress, clientProgram } from '#server/platform/http/client-address.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { readBody } from '#server/platform/http/read-body.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { Authentication } from '#server/transports/http/authentication.ts'
import type { FrontDoor } from '#server/transports/http/front-door.ts'
import type { GraphqlContext, RefusalReason } from './builder.ts'
import { presentError, refuse } from './failures.ts'
import { createGraphiql, wantsGraphiql } from './graphiql/graphiql.ts'
import { sendLogin } from './graphiql/graphiql-login.ts'
import { languagePlugin } from './language.ts'
import { limitPlugins } from './limits/limits.ts'
import { countError, metricsPlugin } from './metrics.ts'
import { rateLimitPlugin } from './rate-limits.ts'
import { createGraphqlSchema } from './schema.ts'
import { createSender } from './send.ts'
import { createSockets, type Sockets } from './sockets/sockets.ts'

export { createGraphqlSchema } from './schema.ts'

const METHODS = ['GET', 'POST', 'OPTIONS']

type GraphqlPlatform = Pick<
  Platform,
  'failures' | 'limits' | 'metrics' | 'rateLimitTracker' | 'securityLog' | 'texts' | 'tracing'
>

/** The domains, and what the subscriptions need besides. */
interface GraphqlDomains {
  domains: Domains
  live: Live
  presenceTracker: PresenceTracker
}

interface GraphqlSettings {
  /** Multiplies how many sockets a network may open. */
  rateLimitFactor: number
  /** Shows GraphiQL and introspection to every logged-in member; otherwise to administrators only. */
  open: boolean
}

export interface GraphqlHandler {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  upgrades: Sockets['upgrades']
  /** Serves subscriptions over WebSockets at the same address. */
  attach(server: Server): void
  close(): Promise<void>
}

export function createGraphql(
  platform: GraphqlPlatform,
  parts: GraphqlDomains,
  door: FrontDoor,
  { rateLimitFactor, open }: GraphqlSettings,
): GraphqlHandler {
  const { failures, limits, metrics, texts } = platform
  const { accounts, botDefence } = parts.domains
  const { authentication, trustProxy } = door
  const constant = new Map(Object.entries({ ...door.headers, 'Cache-Control': 'no-store' }))
  const sayTo = (request: IncomingMessage) => texts.accepted(request.headers['accept-language'])
  const mayExplore = createMayExplore(open)
  const contexts = createContexts(platform, parts, door)
  const yoga = createYogaServer(platform, mayExplore)
  const explore = createExplorer(authentication, mayExplore, contexts.recordRefusal)
  const sender = createSender()
  const sockets = createSockets({
    yoga,
    contextOf: contexts.contextOf,
    accounts,
    failures,
    limits,
    texts,
    origins: door.origins,
    trustProxy,
    rateLimitFactor,
  })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    if (!METHODS.includes(request.method ?? '')) {
      response.setHeader('Allow', METHODS.join(', '))
      throw new ApiError('METHOD_NOT_ALLOWED', text('This address does not support this method.'))
    }
    if (wantsGraphiql(request)) return explore(request, response)
    // A query may carry any mutation.
    authentication.assertKnownPage(request)
    const member = await authentication.memberOf(request, true)
    // Before the body is read and parsed.
    if (member) await limits.consume('graphqlByAccount', member.id)
    else await limits.consume('graphqlByAddress', clientAddress(request, trustProxy))
    const query = await toFetchRequest(request)
    const hasProofOfWork = await botDefence.acceptsProof(query.headers.get(PROOF_HEADER) ?? undefined)
    await sender.send(await yoga.fetch(query, contexts.contextOf(member, request, hasProofOfWork)), response)
  }

  return {
    upgrades: sockets.upgrades,
    attach: sockets.attach,
    close() {
      contexts.stop()
      sender.endLasting()
      return sockets.close()
    },
    async handle(request, response) {
      try {
        response.setHeaders(constant)
        await serve(request, response)
      } catch (error) {
        // A client that leaves in the middle of its request is no failure of the server.
        const left = request.destroyed && !request.complete && !(error instanceof ApiError)
        if (!left) countError(metrics, refuse(response, error, { log: failures, say: sayTo(request) }))
      }
    },
  }
}

/** Returns a function that answers with GraphiQL, or with a login for callers who may not explore the schema. */
function createExplorer(
  authentication: Pick<Authentication, 'memberOf'>,
  mayExplore: (member: Member | null) => boolean,
  recordRefusal: (member: Member, request: IncomingMessage, reason: RefusalReason) => void,
) {
  const graphiql = createGraphiql()
  return async (request: IncomingMessage, response: ServerResponse) => {
    const member = await authentication.memberOf(request, false)
    if (!member)
      return sendLogin(response, new ApiError('UNAUTHENTICATED', text('Please log in to see this page.')))
    if (!mayExplore(member)) {
      const isAdmin = member.role === 'ADMIN'
      if (!member.suspended)
        recordRefusal(member, request, isAdmin ? 'second_factor_missing' : 'role_missing')
      const refusal = isAdmin ? staffFactorRefusal(member.staffFactor) : null
      return sendLogin(
        response,
        refusal ?? new ApiError('FORBIDDEN', text('Only administrators can see this page.')),
      )
    }
    await graphiql.send(request, response)
  }
}

/** Creates the context of each operation. */
function createContexts(
  { failures, securityLog, texts }: GraphqlPlatform,
  { domains, live, presenceTracker }: GraphqlDomains,
  { devices, streamAccess, trustProxy }: FrontDoor,
) {
  let stopped = false
  const tracker: PresenceTracker = {
    streamOpened: (userId, interests) => presenceTracker.streamOpened(userId, interests),
    // During shutdown, clients reconnect to another node; do not announce them as offline.
    streamClosed(userId) {
      if (!stopped) presenceTracker.streamClosed(userId)
    },
  }

  function recordRefusal(member: Member | null, request: IncomingMessage, reason: RefusalReason) {
    const network = networkOf(clientAddress(request, trustProxy)) ?? undefined
    securityLog.record({ event: 'authz_fail', userId: member?.id, network, reason })
  }

  const contextOf = (
    member: Member | null,
    request: IncomingMessage,
    hasProofOfWork = false,
  ): GraphqlContext => ({
    member,
    domains,
    live,
    hasProofOfWork,
    presenceTracker: tracker,
    admitStream: streamAccess.admit,
    revalidate: streamAccess.revalidate,
    origin: request.headers.origin,
    address: clientAddress(request, trustProxy),
    host: request.headers.host,
    userAgent: clientProgram(request),
    acceptLanguage: request.headers['accept-language'],
    say: texts.accepted(request.headers['accept-language']),
    device: devices.given(request),
    loaders: null,
    refused(field, reason) {
      if (reason === 'role_missing')
        failures.warn(
          { userId: member?.id, field },
          'a call was refused that is for moderators or administrators',
        )
      recordRefusal(member, request, reason)
    },
  })

  return {
    contextOf,
    recordRefusal,
    stop() {
      stopped = true
    },
  }
}

const createMayExplore = (open: boolean) => (member: Member | null) =>
  member !== null && !member.suspended && (open || (member.role === 'ADMIN' && hasStaffFactor(member)))

const createYogaServer = (
  { failures, metrics, rateLimitTracker, tracing }: GraphqlPlatform,
  mayExplore: (member: Member | null) => boolean,
) =>
  createYoga<GraphqlContext>({
    // With yoga's own classes, a reader who left is noticed only at the next ping.
    fetchAPI: { ReadableStream, Response },
    schema: createGraphqlSchema(),
    graphqlEndpoint: '/graphql',
    landingPage: false,
    batching: false,
    logging: false,
    cors: false,
    graphiql: false,
    multipart: false,
    // Our cache (documents.ts) keeps valid documents only, and is bounded in bytes.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => presentError(error, failures) },
    plugins: [
      ...limitPlugins(mayExplore),
      rateLimitPlugin(rateLimitTracker),
      metricsPlugin(metrics, tracing),
      languagePlugin(),
    ],
  })

async function toFetchRequest(request: IncomingMessage): Promise<Request> {
  const body = request.method === 'POST' ? await readBody(request) : null
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  return new Request(new URL(request.url ?? '/graphql', 'http://localhost'), {
    method: request.method ?? 'GET',
    headers,
    ...(body === null ? {} : { body }),
  })
}
