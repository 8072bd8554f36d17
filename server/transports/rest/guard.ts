import type { IncomingMessage } from 'node:http'
import type * as z from 'zod'
import { PROOF_HEADER } from '#schema/proof.ts'
import type { Route } from '#schema/routes.ts'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import { sentenceOf, text } from '#schema/translatable.ts'
import type { BotDefence } from '#server/domains/abuse/index.ts'
import { type Member, staffFactorRefusal } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { clientAddress, clientProgram } from '#server/platform/http/client-address.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { parseJsonObject, readBody, requireJsonType } from '#server/platform/http/read-body.ts'
import { refuseUnstorableText } from '#server/platform/http/request-text.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { validate } from '#server/platform/validate.ts'
import type { FrontDoor } from '#server/transports/http/front-door.ts'
import type { AnswerRoute, RoutedExchange, RouteHandler } from './route-handler.ts'

const NOT_STORED = { 'Cache-Control': 'no-store' }

/** What the guard needs. */
export interface GuardDeps
  extends Pick<Platform, 'failures' | 'securityLog' | 'texts'>,
    Pick<FrontDoor, 'authentication' | 'trustProxy'> {
  botDefence: Pick<BotDefence, 'acceptsProof'>
  /** The error codes that each route may answer; null outside of tests. */
  declaredErrors: ReadonlyMap<Route, ReadonlySet<string>> | null
}

/**
 * Returns the function that answers the requests of a route. A request passes access, its models, the handler, and the model
 * of the response.
 */
export function guardRoute<const R extends Route>(
  deps: GuardDeps,
  route: R,
  handler: RouteHandler<R>,
): AnswerRoute {
  const { authentication, botDefence, trustProxy, texts } = deps
  const changesState = route.method !== 'GET' || route.changesState === true
  const answerGuarded: AnswerRoute = async (exchange) => {
    exchange.set(NOT_STORED)
    const { req: request } = exchange
    if (changesState && !route.anyPage) authentication.assertKnownPage(request)
    const member = route.access === 'public' ? null : await authentication.memberOf(request, changesState)
    assertAccess(deps, route, member, exchange)
    assertDecodable(exchange)
    const input = {
      params: accept(route.params, exchange.params),
      query: accept(route.query, exchange.query),
      // Node reads a header as Latin-1 and refuses one with NUL.
      headers: route.headers && validate(route.headers, request.headers),
      body: route.body && validate(route.body, await bodyOf(route, request)),
      member,
      address: clientAddress(request, trustProxy),
      userAgent: clientProgram(request),
      hasProofOfWork: await hasProofOfWork(botDefence, request),
      say: texts.accepted(request.headers['accept-language']),
      request,
      setCookie(cookie: string) {
        if (authentication.takesCookies(request)) exchange.append('Set-Cookie', cookie)
      },
    }
    // `accept` parsed each part with the route's models, which the compiler cannot follow.
    const { status, body } = await handler(input as Parameters<typeof handler>[0])
    const model = route.responses[status]
    if (!model) throw new Error(`${route.path} has no answer with status ${status}`)
    return { status, body: route.answerType ? body : model.parse(body) }
  }
  const declared = deps.declaredErrors?.get(route)
  return declared ? refuseUndeclared(route, declared, answerGuarded) : answerGuarded
}

/** Makes a route fail when it answers an error that the OpenAPI document does not declare. */
const refuseUndeclared =
  (route: Route, declared: ReadonlySet<string>, answerRoute: AnswerRoute): AnswerRoute =>
  async (exchange) => {
    try {
      return await answerRoute(exchange)
    } catch (error) {
      if (!(error instanceof ApiError) || declared.has(error.code)) throw error
      const message = `${route.method} ${route.path} answered ${error.code}, which server/transports/rest/openapi does not declare`
      throw new ApiError('INTERNAL', sentenceOf(message))
    }
  }

async function hasProofOfWork({ acceptsProof }: GuardDeps['botDefence'], { headers }: IncomingMessage) {
  const proof = headers[PROOF_HEADER]
  return typeof proof === 'string' && proof !== '' && (await acceptsProof(proof))
}

/** @throws ApiError UNAUTHENTICATED, SUSPENDED, and what `assertAdministrator` throws */
function assertAccess(deps: GuardDeps, { access }: Route, member: Member | null, exchange: RoutedExchange) {
  if (access !== 'public' && !member) {
    throw new ApiError('UNAUTHENTICATED', SESSION_EXPIRED)
  }
  if (member?.suspended && access !== 'account')
    throw new ApiError('SUSPENDED', text('This account is suspended.'))
  if (access === 'admin' && member) assertAdministrator(deps, member, exchange)
}

/** @throws ApiError FORBIDDEN; SECOND_FACTOR_ENROLMENT_REQUIRED, SECOND_FACTOR_REQUIRED */
function assertAdministrator(
  { failures, securityLog, trustProxy }: GuardDeps,
  { id: userId, role, staffFactor }: Member,
  { path, req: request }: RoutedExchange,
) {
  const isAdministrator = role === 'ADMIN'
  const refusal = isAdministrator
    ? staffFactorRefusal(staffFactor)
    : new ApiError('FORBIDDEN', text('Only administrators can do this.'))
  if (!refusal) return
  if (!isAdministrator) failures.warn({ userId, path }, 'an administrator’s call was refused')
  securityLog.record({
    event: 'authz_fail',
    userId,
    network: networkOf(clientAddress(request, trustProxy)) ?? undefined,
    reason: isAdministrator ? 'second_factor_missing' : 'role_missing',
  })
  throw refusal
}

/** The router replaces percent-encoded bytes that are not UTF-8, or leaves them as they are. @throws URIError */
function assertDecodable({ path, querystring }: RoutedExchange) {
  if (path.includes('%')) decodeURIComponent(path)
  if (querystring.includes('%')) decodeURIComponent(querystring)
}

async function bodyOf({ bodyType }: Route, request: IncomingMessage): Promise<unknown> {
  if (bodyType !== 'text') {
    requireJsonType(request, bodyType === 'beacon')
    return parseJsonObject(await readBody(request))
  }
  const body = await readBody(request)
  refuseUnstorableText(body)
  return body
}

function accept(model: z.ZodType | undefined, value: unknown): unknown {
  if (!model) return undefined
  refuseUnstorableText(value)
  return validate(model, value)
}
