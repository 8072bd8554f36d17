import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createRouter } from '#server/platform/http/create-router.ts'
import { isLocalRequest } from '#server/platform/http/loopback.ts'
import type { Authentication } from '#server/transports/http/authentication.ts'

/**
 * Answers the paths of these routers to people at this machine only, and changes state there for our own pages only. The
 * guard is part of the router: a check of the path beside it could read a path in another way.
 */
export function serveDevelopmentAids(
  routers: readonly Router[],
  authentication: Pick<Authentication, 'assertKnownPage'>,
): Middleware {
  const aids = createRouter()
  aids.use(async (ctx, next) => {
    if (!isLocalRequest(ctx.req)) throw new ApiError('NOT_FOUND', text('There is nothing at this address.'))
    ctx.set('Cache-Control', 'no-store')
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') authentication.assertKnownPage(ctx.req)
    await next()
  })
  for (const router of routers) aids.use(router.routes())
  return aids.routes() as Middleware
}
