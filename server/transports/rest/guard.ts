import { Readable } from 'node:stream'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import { fileAnswer } from '#schema/route.ts'
import type { Route } from '#schema/routes.ts'
import { sentenceOf } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { DirectRoutes } from './direct-routes.ts'
import { type GuardDeps, type GuardedRoute, guardedRoute } from './guarded-route.ts'
import type { AddRoute } from './route-handler.ts'

/** Creates the function that adds a route of the contract, behind the guard. */
export function createGuard({
  router,
  direct = null,
  ...deps
}: GuardDeps & {
  router: Router
  /** Takes the routes that are answered before the router. */
  direct?: Pick<DirectRoutes, 'add'> | null
}): AddRoute {
  return (route, handler) => {
    const declared = deps.declaredErrors?.get(route)
    const guarded = guardedRoute(deps, route, handler)
    const answered = declared ? refuseUndeclared(route, declared, guarded) : guarded
    direct?.add(route, answered)
    const layer = router.register(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), [route.method], (ctx) =>
      answerRouted(ctx, route, answered),
    )
    // The router adds HEAD to GET. Some GET routes change something: they log out, verify an address or end a chat.
    layer.methods = [route.method]
  }
}

async function answerRouted(ctx: RouterContext, { answerType }: Route, answered: GuardedRoute) {
  ctx.set('Cache-Control', 'no-store')
  const { path, querystring, params, query } = ctx
  const { status, body } = await answered({
    ...{ request: ctx.req, path, querystring, params, query: { ...query } },
    appendCookie: (cookie) => ctx.append('Set-Cookie', cookie),
  })
  ctx.status = status
  if (answerType) answerFile(ctx, answerType, body)
  else ctx.body = body
}

/** Makes a route fail when it answers an error that the OpenAPI document does not declare. */
const refuseUndeclared =
  (route: Route, declared: ReadonlySet<string>, answered: GuardedRoute): GuardedRoute =>
  async (routed) => {
    try {
      return await answered(routed)
    } catch (error) {
      if (!(error instanceof ApiError) || declared.has(error.code)) throw error
      const message = `${route.method} ${route.path} answered ${error.code}, which server/transports/rest/openapi does not declare`
      throw new ApiError('INTERNAL', sentenceOf(message))
    }
  }

function answerFile(ctx: RouterContext, type: string, body: unknown) {
  const { name, size, content } = fileAnswer.parse(body)
  ctx.attachment(name)
  ctx.type = type
  ctx.length = size
  ctx.body = Readable.from(content)
}
