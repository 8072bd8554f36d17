import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createYoga } from 'graphql-yoga'
import { PROOF_HEADER } from '#schema/proof.ts'
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
import type { RateLimitTracker } from '#server/platform/rate-limits/rate-limit-usage.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { GraphqlContext, RefusalReason } from './builder.ts'
import { presentError, refuse } from './failures.ts'
import { createGraphiql, wantsGraphiql } from './graphiql/graphiql.ts'
import { sendLogin } from './graphiql/graphiql-login.ts'
import { limitPlugins } from './limits/limits.ts'
import { rateLimitPlugin } from './rate-limits.ts'
import { createGraphqlSchema } from './schema.ts'
import { createSender } from './send.ts'
import { createSocketLimits } from './sockets/socket-limits.ts'
import { createSockets } from './sockets/sockets.ts'

export { createGraphqlSchema } from './schema.ts'

const METHODS = ['GET', 'POST', 'OPTIONS']

export interface GraphqlDeps {
  domains: Domains
  rateLimitTracker: RateLimitTracker
  live: Live
  presenceTracker: PresenceTracker
  limits: RateLimits
  admitStream: GraphqlContext['admitStream']
  confirm: GraphqlContext['confirm']
  /** The cookie alone changes state only from our own pages. */
  memberOf(request: IncomingMessage, changesState: boolean): Promise<Member | null>
  /** @throws ApiError FORBIDDEN for a page of another origin without a token */
  assertKnownPage(request: IncomingMessage): void
  origins: Pick<Origins, 'pageOf'>
  memberByToken(token: string): Promise<Member | null>
  /** What the browser was given to be recognised by; null for one that has nothing. */
  deviceOf(request: IncomingMessage): string | null
  /** Whether a proxy in front is believed about the caller's address. */
  trustProxy: TrustedProxies
  /** Set on every answer. */
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
  /** Subscriptions over WebSockets, at the same address. */
  attach(server: Server): void
  close(): Promise<void>
}

export function createGraphql(deps: GraphqlDeps): GraphqlHandler {
  const { domains, live, presenceTracker, limits, confirm, memberOf, memberByToken, deviceOf } = deps
  const { trustProxy, open, log } = deps
  let stopped = false
  const presence: PresenceTracker = {
    streamOpened: (userId, interests) => presenceTracker.streamOpened(userId, interests),
    // Of a node that stops, the people are back elsewhere before anybody needs to hear that they left.
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
    member,
    domains,
    live,
    presenceTracker: presence,
    admitStream: deps.admitStream,
    confirm,
    origin: request.headers.origin,
    address: clientAddress(request, trustProxy),
    userAgent: clientProgram(request),
    device: deviceOf(request),
    loaders: null,
    refused(field, reason) {
      if (reason === 'role_missing')
        log.warn({ userId: member?.id, field }, 'a call was refused that is for moderators or administrators')
      recordRefusal(member, request, reason)
    },
    hasProofOfWork,
  })
  const mayExplore = (member: Member | null) =>
    member !== null && !member.suspended && (open || (member.role === 'ADMIN' && hasStaffFactor(member)))
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
    multipart: false,
    // Ours keeps valid documents alone, and within a number of bytes: documents.ts.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => presentError(error, log) },
    plugins: [...limitPlugins(mayExplore), rateLimitPlugin(deps.rateLimitTracker)],
  })

  const graphiql = createGraphiql()
  const sender = createSender()
  const sockets = createSockets({
    yoga,
    contextOf,
    memberByToken,
    limits,
    addressOf: (request) => clientAddress(request, trustProxy),
    origins: deps.origins,
    socketLimits: createSocketLimits({ factor: deps.rateLimitFactor }),
    onError: (error) => log.warn(socketFault(error), 'graphql socket failed'),
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
        response.setHeaders(new Map(Object.entries(deps.headers)))
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
    if (!member)
      return sendLogin(response, new ApiError('UNAUTHENTICATED', 'Please log in to see this page.'))
    if (!mayExplore(member)) {
      if (!member.suspended)
        recordRefusal(member, request, member.role === 'ADMIN' ? 'second_factor_missing' : 'role_missing')
      const refusal = member.role === 'ADMIN' ? staffFactorRefusal(member.staffFactor) : null
      return sendLogin(response, refusal ?? new ApiError('FORBIDDEN', 'This page is for administrators.'))
    }
    await graphiql.send(request, response)
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    if (!METHODS.includes(request.method ?? '')) {
      response.setHeader('Allow', METHODS.join(', '))
      throw new ApiError('METHOD_NOT_ALLOWED', 'This address does not take this method.')
    }
    if (wantsGraphiql(request)) return explore(request, response)
    // A query may carry any mutation.
    deps.assertKnownPage(request)
    const member = await memberOf(request, true)
    // Before the body is read, and long before it is parsed.
    if (member) await limits.consume('graphqlByAccount', member.id)
    else await limits.consume('graphqlByAddress', clientAddress(request, trustProxy))
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
      contextOf(member, request, await domains.botDefence.accepts(headers.get(PROOF_HEADER) ?? undefined)),
    )
    await sender.send(answer, response)
  }
}

/** A client that breaks the WebSocket protocol is named by ws's code: the place in ws that noticed it does not help. */
const socketFault = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('WS_ERR_')
    ? { code: error.code }
    : { error }
