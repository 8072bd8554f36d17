import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrigins } from '#server/platform/http/origins.ts'
import { createCrossOrigin } from '#server/transports/http/cross-origin.ts'
import { rawRequest } from '../../kit/raw-request.ts'
import { ENGLISH_TEXTS } from '../../kit/test-platform.ts'

const LISTED = 'https://partner.example'
const FOREIGN = 'https://evil.example'

/** A server with the CORS middleware alone; requests that pass it are answered with 299. */
function aServer(listed: string[]) {
  const crossOrigin = createCrossOrigin({
    origins: createOrigins({ own: ['https://rapport.example'], listed, scheme: 'https:' }),
    headers: { 'X-Constant': 'yes' },
    texts: ENGLISH_TEXTS,
  })
  return createServer((request, response) => {
    if (!crossOrigin.answers(request, response)) response.writeHead(299).end()
  }).listen(0, '127.0.0.1')
}

const servers = { open: aServer([LISTED]), closed: aServer([]) }
beforeAll(() =>
  Promise.all(Object.values(servers).map((server) => server.listening || once(server, 'listening'))),
)
afterAll(() => {
  for (const server of Object.values(servers)) server.close()
})

const ask = (
  method: string,
  path: string,
  headers: Record<string, string>,
  server: keyof typeof servers = 'open',
) =>
  rawRequest(`http://127.0.0.1:${(servers[server].address() as AddressInfo).port}`, method, path, { headers })
const preflight = (origin: string) => ({ origin, 'access-control-request-method': 'PUT' })
const grantsOf = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('a preflight', () => {
  it('gives a listed origin the methods, the headers and their duration, without credentials', async () => {
    const { status, headers, text } = await ask('OPTIONS', '/api/v1/user', preflight(LISTED))
    expect([status, text]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,DELETE',
      'access-control-allow-headers':
        'accept,accept-language,authorization,content-type,last-event-id,latitude,longitude,accuracy,search-id,time,origin,x-background-request,x-proof,stream-id',
      'access-control-max-age': '7200',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it.each([
    [FOREIGN, 'open'],
    ['null', 'open'],
    ['https://rapport.example', 'open'],
    [LISTED, 'closed'],
  ] as const)('fails for %s where the listed origins are %s', async (origin, server) => {
    const { status, headers, text } = await ask('OPTIONS', '/api/v1/user', preflight(origin), server)
    expect(status).toBe(403)
    expect(JSON.parse(text)).toMatchObject({ code: 'FORBIDDEN' })
    expect(headers).toMatchObject({
      'x-constant': 'yes',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Origin',
    })
    expect(grantsOf(headers)).toEqual([])
  })

  it('goes to the routes when it is not a preflight, or not for the API', async () => {
    expect((await ask('POST', '/api/v1/user', preflight(FOREIGN))).status).toBe(299)
    const asked = await ask('OPTIONS', '/api/v1/user', { origin: FOREIGN })
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, undefined])
    expect((await ask('OPTIONS', '/pricing', preflight(FOREIGN))).status).toBe(299)
    expect((await ask('OPTIONS', '/', preflight(FOREIGN))).status).toBe(299)
  })
})

describe('an answer', () => {
  it('may be read by a listed origin, with the headers it needs', async () => {
    const { status, headers } = await ask('GET', '/api/v1/user', { origin: LISTED })
    expect(status).toBe(299)
    expect(headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-expose-headers':
        'Content-Disposition,Retry-After,RateLimit-Policy,RateLimit,X-Request-Id',
      vary: 'Origin',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it.each([
    '/api',
    '/graphql',
    '/graphql?query=x',
    '/subscribe/asha',
    '/auth',
    '/re-verify',
    '/rapport-api/x',
  ])('belongs to the API at %s', async (path) => {
    expect((await ask('GET', path, { origin: LISTED })).headers['access-control-allow-origin']).toBe(LISTED)
  })

  it.each(['/', '/pricing', '/dev/mail', '/apis', '/assets/api/x.js'])(
    'does not belong to the API at %s',
    async (path) => {
      expect(grantsOf((await ask('GET', path, { origin: LISTED })).headers)).toEqual([])
    },
  )

  it('names no allowed origin for a page that is not listed', async () => {
    const { headers } = await ask('GET', '/api/v1/user', { origin: FOREIGN })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(grantsOf((await ask('GET', '/api/v1/user', { origin: LISTED }, 'closed')).headers)).toEqual([])
  })
})
