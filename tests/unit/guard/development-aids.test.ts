import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Context } from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRouter } from '#server/platform/http/create-router.ts'
import { createOrigins } from '#server/platform/http/origins.ts'
import {
  createRateLimitTracker,
  type RateLimitTracker,
} from '#server/platform/rate-limits/rate-limit-usage.ts'
import { createAuthentication } from '#server/transports/http/authentication.ts'
import { createKoa } from '#server/transports/http/create-koa.ts'
import { createRespond } from '#server/transports/http/respond.ts'
import { serveDevelopmentAids } from '#server/transports/static/development-aids.ts'
import { rawRequest } from '../../kit/raw-request.ts'
import { testPlatform } from '../../kit/test-platform.ts'

const tracker: RateLimitTracker = createRateLimitTracker()

function aServer() {
  const router = createRouter()
  router.all('/dev/mail', (ctx) => {
    ctx.body = 'the mails'
  })
  const authentication = createAuthentication({
    accounts: { memberOf: async () => null },
    origins: createOrigins({ own: ['http://localhost:3000'], listed: [], scheme: 'http:' }),
    secure: false,
  })
  const platform = testPlatform({ rateLimitTracker: tracker })
  const respond = createRespond(platform, () => ({}))
  const page = (ctx: Context) => {
    if (ctx.path === '/limited')
      tracker.note({ policy: 'one', quota: 10, windowSeconds: 60, remaining: 5, resetSeconds: 30 })
    ctx.body = 'the app'
  }
  const aids = serveDevelopmentAids([router], authentication)
  return createKoa(platform.failures, respond, createRouter(), [aids, page]).listen(0, '127.0.0.1')
}

const server = aServer()
beforeAll(() => server.listening || once(server, 'listening'))
afterAll(() => void server.close())

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  rawRequest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, method, path, { headers })

describe('the paths below /dev/', () => {
  it('answer on this machine only, and must not be cached', async () => {
    const { status, text, headers } = await ask('GET', '/dev/mail')
    expect([status, text, headers['cache-control']]).toEqual([200, 'the mails', 'no-store'])
  })

  it.each([
    ['another Host', { host: 'evil.example' }],
    ['a proxy', { 'x-forwarded-for': '127.0.0.1' }],
  ])('do not exist for a request with %s', async (_, headers) => {
    const { status, text } = await ask('GET', '/dev/mail', headers)
    expect([status, JSON.parse(text).code]).toEqual([404, 'NOT_FOUND'])
    for (const path of ['/device', '/other/dev/mail', '/'])
      expect((await ask('GET', path, headers)).text).toBe('the app')
  })

  it('change state for our own pages only', async () => {
    const foreign = { origin: 'https://evil.example' }
    expect((await ask('POST', '/dev/mail', foreign)).status).toBe(403)
    expect((await ask('DELETE', '/dev/mail', foreign)).status).toBe(403)
    expect((await ask('GET', '/dev/mail', foreign)).status).toBe(200)
    expect((await ask('HEAD', '/dev/mail', foreign)).status).toBe(200)
    expect((await ask('POST', '/dev/mail', { origin: 'http://localhost:3000' })).status).toBe(200)
  })

  it('leave all other paths alone', async () => {
    const { text, headers } = await ask('GET', '/pricing')
    expect(text).toBe('the app')
    expect(headers).not.toHaveProperty('cache-control')
  })
})

describe('an answer', () => {
  it('contains the state of the limit that its request consumed', async () => {
    expect((await ask('GET', '/limited')).headers).toMatchObject({
      'ratelimit-policy': '"one";q=10;w=60',
      ratelimit: '"one";r=5;t=30',
    })
    expect((await ask('GET', '/')).headers).not.toHaveProperty('ratelimit')
  })
})
