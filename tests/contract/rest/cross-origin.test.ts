import { describe, expect, it } from 'vitest'
import type { TestApp } from '../../kit/app.ts'
import { join } from '../../kit/person.ts'
import { rawRequest } from '../../kit/raw-request.ts'
import { useNode } from '../../kit/use-node.ts'

const LISTED = 'https://partner.example'
const FOREIGN = 'https://evil.example'

const node = useNode({ env: { ALLOWED_ORIGINS: `${LISTED},capacitor://localhost` } })
const closed = useNode()

const PATHS = [
  ['POST', '/auth'],
  ['PUT', '/api/v1/user'],
  ['DELETE', '/api/v1/conversation'],
  ['PUT', '/rapport-api/password/change-after-reset'],
  ['POST', '/graphql'],
  ['GET', '/subscribe/me'],
] as const

const preflight = (on: TestApp, path: string, method: string, origin: string) =>
  rawRequest(on.url, 'OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,last-event-id',
    },
  })

const corsHeadersOf = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

const documentOf = async (on: TestApp) =>
  JSON.parse((await rawRequest(on.url, 'GET', '/api/openapi.json')).text)

/** The names of all header parameters in a part of the document, in lower case. */
function parametersIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { in: place, name } = part as { in?: unknown; name?: unknown }
  const own = place === 'header' && typeof name === 'string' ? [name.toLowerCase()] : []
  return [...own, ...Object.values(part).flatMap(parametersIn)]
}

/** The names of all headers of responses in a part of the document. */
function responseHeadersIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { headers, content } = part as { headers?: object; content?: unknown }
  const own = headers && content ? Object.keys(headers) : []
  return [...own, ...Object.values(part).flatMap(responseHeadersIn)]
}

describe('a preflight', () => {
  it.each(PATHS)('succeeds for %s %s from a listed origin, without credentials', async (method, path) => {
    const { status, headers } = await preflight(node, path, method, LISTED)
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe(LISTED)
    expect(headers['access-control-allow-methods']).toContain(method)
    for (const name of ['authorization', 'content-type', 'last-event-id', 'time'])
      expect(headers['access-control-allow-headers']).toContain(name)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers.vary).toContain('Origin')
  })

  it.each(PATHS)('fails for %s %s from every other origin', async (method, path) => {
    for (const [on, origin] of [
      [node, FOREIGN],
      [node, 'null'],
      [node, `${LISTED}.evil.example`],
      [closed, LISTED],
    ] as const) {
      const { status, headers, text } = await preflight(on, path, method, origin)
      expect([status, JSON.parse(text).code]).toEqual([403, 'FORBIDDEN'])
      expect(corsHeadersOf(headers)).toEqual([])
    }
  })

  it('lets a page send every header that the OpenAPI document declares', async () => {
    const { headers } = await preflight(node, '/api/v1/chat', 'POST', LISTED)
    const granted = String(headers['access-control-allow-headers']).split(',')
    const document = await documentOf(node)
    const declared = parametersIn(document).filter((name) => !/^(paypal|x-razorpay)-/.test(name))
    expect(granted).toEqual(expect.arrayContaining(declared))
    expect(declared).toEqual(
      expect.arrayContaining(['search-id', 'stream-id', 'x-background-request', 'last-event-id']),
    )
  })

  it('succeeds for an app with its own scheme', async () => {
    const { status } = await preflight(node, '/auth', 'POST', 'capacitor://localhost')
    expect(status).toBe(204)
  })

  it('gives no access to the development aids', async () => {
    const { headers } = await preflight(node, '/dev/mail.json', 'GET', LISTED)
    expect(corsHeadersOf(headers)).toEqual([])
  })
})

describe('an answer', () => {
  const ask = (on: TestApp, path: string, headers: Record<string, string>) =>
    rawRequest(on.url, 'GET', path, { headers })

  it.each([
    '/api/session',
    '/graphql?query={__typename}',
    '/subscribe/me',
    '/api/openapi.json',
    '/api/nothing',
  ])('can be read by a page of a listed origin and by no other: %s', async (path) => {
    const { token } = await join(node)
    const authorization = `Bearer ${token}`
    const listed = await ask(node, path, { origin: LISTED, authorization })
    expect(listed.headers['access-control-allow-origin']).toBe(LISTED)
    expect(listed.headers['access-control-expose-headers']).toMatch(/Retry-After.*RateLimit/)
    expect(listed.headers).not.toHaveProperty('access-control-allow-credentials')
    for (const [on, origin] of [
      [node, FOREIGN],
      [closed, LISTED],
    ] as const)
      expect(corsHeadersOf((await ask(on, path, { origin, authorization })).headers)).not.toContain(
        'access-control-allow-origin',
      )
    for (const origin of [LISTED, FOREIGN])
      expect((await ask(node, path, { origin })).headers.vary).toContain('Origin')
  })

  it('shows a page every header that the OpenAPI document declares, except for cookies', async () => {
    const shown = (await ask(node, '/api/session', { origin: LISTED })).headers[
      'access-control-expose-headers'
    ]
    const { paths, components } = await documentOf(node)
    const declared = new Set(responseHeadersIn([paths, components.responses]))
    declared.delete('Set-Cookie')
    expect(String(shown).split(',')).toEqual(expect.arrayContaining([...declared]))
    expect([...declared]).toEqual(expect.arrayContaining(['X-Request-Id', 'Retry-After', 'RateLimit']))
  })

  it('cannot be read by any other page when a development aid gives it', async () => {
    expect(corsHeadersOf((await ask(node, '/dev/mail.json', { origin: LISTED })).headers)).toEqual([])
  })
})
