import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createYoga } from 'graphql-yoga'
import { PROOF_HEADER } from '#schema/proof.ts'
import { text } from '#schema/translatable.ts'
import { hasStaffFactor, type Member, staffFactorRefusal } from '#server/domains/accounts/index.ts'
import type { Domains } from '#server/domains/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { PresenceTracker } from '#server/domains/presence/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import { clientAddress, clientProgram, type TrustedProxies } from '#server/platform/http/client-address.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Origins } from '#server/platform/http/origins.ts'
import { readBody } from '#server/platform/http/read-body.ts'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import type { SecurityLog } from '#server/platform/logging/security-log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { RateLimitTracker } from '#server/platform/rate-limits/rate-limit-usage.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
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
import { createSocketLimits } from './sockets/socket-limits.ts'
import { createSockets, type Sockets } from './sockets/sockets.ts'

export { createGraphqlSchema } from './schema.ts'

const METHODS = ['GET', 'POST', 'OPTIONS']

export interface GraphqlDeps {
  domains: Domains
  rateLimitTracker: RateLimitTracker
  metrics: Metrics
  tracing: Tracing
  live: Live
  presenceTracker: PresenceTracker
  limits: RateLimits
  admitStream: GraphqlContext['admitStream']
  revalidate: GraphqlContext['revalidate']
  /** Returns the caller. A cookie may change state only from our own pages. */
  memberOf(request: IncomingMessage, changesState: boolean): Promise<Member | null>
  /** @throws ApiError FORBIDDEN for a page of another origin without a token */
  assertKnownPage(request: IncomingMessage): void
  origins: Pick<Origins, 'pageOf'>
  memberByToken(token: string): Promise<Member | null>
  /** Returns the device id of the browser's cookie, or null without one. */
  deviceOf(request: IncomingMessage): string | null
  /** The proxies whose headers name the caller's address. */
  trustProxy: TrustedProxies
  texts: Texts
  /** The headers of every response. */
  headers: ConstantHeaders
  /** Multiplies how many sockets a network may open. */
  rateLimitFactor: number
  /** Shows GraphiQL and introspection to every logged-in member; otherwise to administrators only. */
  open: boolean
  log: FailureLog
  securityLog: SecurityLog
}

export interface GraphqlHandler {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  upgrades: Sockets['upgrades']
  /** Serves subscriptions over WebSockets at the same address. */
  attach(server: Server): void
  close(): Promise<void>
}

export function createGraphql(deps: GraphqlDeps): GraphqlHandler {
  const { domains, limits, memberByToken, trustProxy, log } = deps
  const sayTo = (request: IncomingMessage) => deps.texts.accepted(request.headers['accept-language'])
  const contexts = createContexts(deps)
  const yoga = createYogaServer(deps)
  const graphiql = createGraphiql()
  const sender = createSender()
  const sockets = createSockets({
    ...{ yoga, memberByToken, limits, sayTo },
    contextOf: contexts.contextOf,
    addressOf: (request) => clientAddress(request, trustProxy),
    origins: deps.origins,
    socketLimits: createSocketLimits({ factor: deps.rateLimitFactor }),
    onError: (error) => log.warn(socketFault(error), 'graphql socket failed'),
  })

  async function explore(request: IncomingMessage, response: ServerResponse) {
    const member = await deps.memberOf(request, false)
    if (!member)
      return sendLogin(response, new ApiError('UNAUTHENTICATED', text('Please log in to see this page.')))
    if (!mayExplore(deps, member)) {
      const isAdmin = member.role === 'ADMIN'
      if (!member.suspended)
        contexts.recordRefusal(member, request, isAdmin ? 'second_factor_missing' : 'role_missing')
      const refusal = isAdmin ? staffFactorRefusal(member.staffFactor) : null
      return sendLogin(
        response,
        refusal ?? new ApiError('FORBIDDEN', text('Only administrators can see this page.')),
      )
    }
    await graphiql.send(request, response)
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    if (!METHODS.includes(request.method ?? '')) {
      response.setHeader('Allow', METHODS.join(', '))
      throw new ApiError('METHOD_NOT_ALLOWED', text('This address does not support this method.'))
    }
    if (wantsGraphiql(request)) return explore(request, response)
    // A query may carry any mutation.
    deps.assertKnownPage(request)
    const member = await deps.memberOf(request, true)
    // Before the body is read and parsed.
    if (member) await limits.consume('graphqlByAccount', member.id)
    else await limits.consume('graphqlByAddress', clientAddress(request, trustProxy))
    const query = await toFetchRequest(request)
    const hasProofOfWork = await domains.botDefence.acceptsProof(query.headers.get(PROOF_HEADER) ?? undefined)
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
        response.setHeaders(new Map(Object.entries(deps.headers)))
        await serve(request, response)
      } catch (error) {
        // A client that leaves in the middle of its request is no failure of the server.
        const left = request.destroyed && !request.complete && !(error instanceof ApiError)
        if (!left) countError(deps.metrics, refuse(response, error, { log, say: sayTo(request) }))
      }
    },
  }
}

/** Creates the context of each operation. */
function createContexts(deps: GraphqlDeps) {
  const { domains, live, presenceTracker, admitStream, revalidate, trustProxy, log, texts } = deps
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
    deps.securityLog.record({ event: 'authz_fail', userId: member?.id, network, reason })
  }

  const contextOf = (
    member: Member | null,
    request: IncomingMessage,
    hasProofOfWork = false,
  ): GraphqlContext => ({
    ...{ member, domains, live, presenceTracker: tracker, admitStream, revalidate, hasProofOfWork },
    origin: request.headers.origin,
    address: clientAddress(request, trustProxy),
    host: request.headers.host,
    userAgent: clientProgram(request),
    acceptLanguage: request.headers['accept-language'],
    say: texts.accepted(request.headers['accept-language']),
    device: deps.deviceOf(request),
    loaders: null,
    refused(field, reason) {
      if (reason === 'role_missing')
        log.warn({ userId: member?.id, field }, 'a call was refused that is for moderators or administrators')
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

const mayExplore = ({ open }: GraphqlDeps, member: Member | null) =>
  member !== null && !member.suspended && (open || (member.role === 'ADMIN' && hasStaffFactor(member)))

const createYogaServer = (deps: GraphqlDeps) =>
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
    maskedErrors: { maskError: (error) => presentError(error, deps.log) },
    plugins: [
      ...limitPlugins((member) => mayExplore(deps, member)),
      rateLimitPlugin(deps.rateLimitTracker),
      metricsPlugin(deps.metrics, deps.tracing),
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

/** Logs the ws code of a client that breaks the WebSocket protocol, without its stack, which is always inside ws. */
const socketFault = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('WS_ERR_')
    ? { code: error.code }
    : { error }
