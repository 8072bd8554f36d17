import { Readable } from 'node:stream'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import { fileAnswer } from '#schema/route.ts'
import { type GuardDeps, guardRoute } from './guard.ts'
import type { AddRoute } from './route-handler.ts'

/** Returns the function that adds a route of the contract to the router, behind the guard. */
export const createGuard =
  (router: Router, deps: GuardDeps): AddRoute =>
  (route, handler) => {
    const answerRoute = guardRoute(deps, route, handler)
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const layer = router.register(path, [route.method], async (ctx) => {
      const { status, body } = await answerRoute(ctx)
      ctx.status = status
      if (route.answerType) answerFile(ctx, route.answerType, body)
      else ctx.body = body
    })
    // The router adds HEAD to GET. Some GET routes change something: they log out, verify an address or end a chat.
    layer.methods = [route.method]
    return answerRoute
  }

function answerFile(ctx: RouterContext, type: string, body: unknown) {
  const { name, size, content } = fileAnswer.parse(body)
  ctx.attachment(name)
  ctx.type = type
  ctx.length = size
  ctx.body = Readable.from(content)
}
