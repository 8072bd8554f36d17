import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type * as z from 'zod'
import { PROOF_HEADER } from '#schema/proof.ts'
import { fileAnswer } from '#schema/route.ts'
import type { Route } from '#schema/routes.ts'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import type { BotDefence } from '#server/domains/abuse/index.ts'
import { type Member, staffFactorRefusal } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { clientAddress, clientProgram, type TrustedProxies } from '#server/platform/http/client-address.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { parseJsonObject, readBody, requireJsonType } from '#server/platform/http/read-body.ts'
import { refuseUnstorableText } from '#server/platform/http/request-text.ts'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import type { SecurityLog } from '#server/platform/logging/security-log.ts'
import { validate } from '#server/platform/validate.ts'
import type { Authentication } from './authentication.ts'

type Parsed<Model> = Model extends z.ZodType ? z.output<Model> : undefined

export interface RouteInput<R extends Route> {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  headers: Parsed<R['headers']>
  body: Parsed<R['body']>
  member: R['access'] extends 'public' ? null : Member
  address: string
  userAgent: string | null
  /** The request carried an unused proof of work. */
  hasProofOfWork: boolean
  /** The raw request, for what only few routes need. */
  request: IncomingMessage
  setCookie(cookie: string): void
}

export type RouteAnswer<R extends Route> = {
  [Status in keyof R['responses'] & number]: { status: Status; body: z.input<R['responses'][Status]> }
}[keyof R['responses'] & number]

export const answer = <const Status extends number, const Body>(status: Status, body: Body) => ({
  status,
  body,
})

type Handler<R extends Route> = (input: RouteInput<R>) => Promise<RouteAnswer<R>>

/** Adds a route of the contract. A request passes access, its models, the handler, and the model of the response. */
export type AddRoute = <const R extends Route>(route: R, handler: Handler<R>) => void

interface GuardDeps {
  router: Router
  authentication: Authentication
  botDefence: Pick<BotDefence, 'acceptsProof'>
  log: FailureLog
  securityLog: SecurityLog
  trustProxy: TrustedProxies
  /** The error codes that each route may answer; null outside of tests. */
  declaredErrors: ReadonlyMap<Route, ReadonlySet<string>> | null
}

export function createGuard(deps: GuardDeps): AddRoute {
  const { router, authentication, botDefence, trustProxy, declaredErrors } = deps
  return (route, handler) => {
    const changesState = route.method !== 'GET' || route.changesState === true
    const respond = async (ctx: RouterContext) => {
      ctx.set('Cache-Control', 'no-store')
      if (changesState && !route.anyPage) authentication.assertKnownPage(ctx.req)
      const member = route.access === 'public' ? null : await authentication.memberOf(ctx.req, changesState)
      assertAccess(deps, route, member, ctx)
      assertDecodable(ctx)
      const input = {
        params: accept(route.params, ctx.params, 'The path'),
        query: accept(route.query, { ...ctx.query }, 'The query'),
        headers: accept(route.headers, ctx.req.headers, 'A header'),
        body: accept(route.body, await bodyOf(route, ctx.req), 'The body'),
        member,
        address: clientAddress(ctx.req, trustProxy),
        userAgent: clientProgram(ctx.req),
        hasProofOfWork: await botDefence.acceptsProof(ctx.get(PROOF_HEADER)),
        request: ctx.req,
        setCookie(cookie: string) {
          if (authentication.takesCookies(ctx.req)) ctx.append('Set-Cookie', cookie)
        },
      }
      // `accept` parsed each part with the route's models, which the compiler cannot follow.
      const { status, body } = await handler(input as Parameters<typeof handler>[0])
      const model = route.responses[status]
      if (!model) throw new Error(`${route.path} has no answer with status ${status}`)
      ctx.status = status
      if (route.answerType) answerFile(ctx, route.answerType, body)
      else ctx.body = model.parse(body)
    }
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const declared = declaredErrors?.get(route)
    const handlers = declared ? [refuseUndeclared(route, declared), respond] : [respond]
    router.register(path, [route.method], handlers)
  }
}

/** @throws ApiError UNAUTHENTICATED, SUSPENDED, and what `assertAdministrator` throws */
function assertAccess(deps: GuardDeps, { access }: Route, member: Member | null, ctx: RouterContext) {
  if (access !== 'public' && !member) {
    throw new ApiError('UNAUTHENTICATED', SESSION_EXPIRED)
  }
  if (member?.suspended && access !== 'account') throw new ApiError('SUSPENDED', 'This account is suspended.')
  if (access === 'admin' && member) assertAdministrator(deps, member, ctx)
}

/** @throws ApiError FORBIDDEN; SECOND_FACTOR_ENROLMENT_REQUIRED, SECOND_FACTOR_REQUIRED */
function assertAdministrator(
  { log, securityLog, trustProxy }: GuardDeps,
  { id: userId, role, staffFactor }: Member,
  { path, req }: RouterContext,
) {
  const isAdministrator = role === 'ADMIN'
  const refusal = isAdministrator
    ? staffFactorRefusal(staffFactor)
    : new ApiError('FORBIDDEN', 'Only administrators can do this.')
  if (!refusal) return
  if (!isAdministrator) log.warn({ userId, path }, 'an administrator’s call was refused')
  securityLog.record({
    event: 'authz_fail',
    userId,
    network: networkOf(clientAddress(req, trustProxy)) ?? undefined,
    reason: isAdministrator ? 'second_factor_missing' : 'role_missing',
  })
  throw refusal
}

function refuseUndeclared(route: Route, declared: ReadonlySet<string>) {
  return async (_: RouterContext, next: () => Promise<unknown>) => {
    try {
      await next()
    } catch (error) {
      if (!(error instanceof ApiError) || declared.has(error.code)) throw error
      const message = `${route.method} ${route.path} answered ${error.code}, which server/transports/rest/openapi does not declare`
      throw new ApiError('INTERNAL', message)
    }
  }
}

function answerFile(ctx: RouterContext, type: string, body: unknown) {
  const { name, size, content } = fileAnswer.parse(body)
  ctx.attachment(name)
  ctx.type = type
  ctx.length = size
  ctx.body = Readable.from(content)
}

/** Koa replaces percent-encoded bytes that are not UTF-8, or leaves them as they are. @throws URIError */
function assertDecodable({ path, querystring }: RouterContext) {
  if (path.includes('%')) decodeURIComponent(path)
  if (querystring.includes('%')) decodeURIComponent(querystring)
}

async function bodyOf({ body, bodyType }: Route, request: IncomingMessage): Promise<unknown> {
  if (!body) return undefined
  if (bodyType === 'text') return readBody(request)
  requireJsonType(request, bodyType === 'beacon')
  return parseJsonObject(await readBody(request))
}

function accept(model: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!model) return undefined
  refuseUnstorableText(value, part)
  return validate(model, value)
}
