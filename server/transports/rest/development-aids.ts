import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isLocalRequest } from '#server/platform/http/loopback.ts'
import type { Authentication } from './authentication.ts'

/** Answers what is below /dev/ to people at this machine only, and changes state there for our own pages only. */
export function serveDevelopmentAids(
  routers: readonly Router[],
  authentication: Pick<Authentication, 'assertKnownPage'>,
): Middleware[] {
  const guard: Middleware = async (ctx, next) => {
    if (!/^\/dev(\/|$)/.test(ctx.path)) return next()
    if (!isLocalRequest(ctx.req)) throw new ApiError('NOT_FOUND', text('There is nothing at this address.'))
    ctx.set('Cache-Control', 'no-store')
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') authentication.assertKnownPage(ctx.req)
    await next()
  }
  return [guard, ...routers.map((router) => router.routes() as Middleware)]
}
