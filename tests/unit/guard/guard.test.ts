import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROOF_HEADER } from '#schema/proof.ts'
import type { RawAnswer } from '../../kit/raw-request.ts'
import { type GuardedRoutes, MEMBERS, OWN, startGuardedRoutes } from './guarded-routes.ts'

let routes: GuardedRoutes
beforeAll(async () => {
  routes = await startGuardedRoutes()
})
afterAll(() => routes.close())

const as = (name: string) => ({ authorization: `Bearer ${name}` })
const codeOf = ({ status, text }: RawAnswer) => [status, JSON.parse(text).code ?? null]
const json = { 'content-type': 'application/json' }

describe('access', () => {
  it.each([
    ['/open', null, 200, null],
    ['/open', 'member', 200, null],
    ['/member', null, 401, 'UNAUTHENTICATED'],
    ['/account', null, 401, 'UNAUTHENTICATED'],
    ['/admin', null, 401, 'UNAUTHENTICATED'],
    ['/member', 'nobody', 401, 'UNAUTHENTICATED'],
    ['/member', 'member', 200, null],
    ['/account', 'member', 200, null],
    ['/admin', 'member', 403, 'FORBIDDEN'],
    ['/admin', 'moderator', 403, 'FORBIDDEN'],
    ['/member', 'suspended', 403, 'SUSPENDED'],
    ['/admin', 'suspended', 403, 'SUSPENDED'],
    ['/account', 'suspended', 200, null],
    ['/admin', 'admin', 200, null],
    ['/admin', 'unenrolled', 403, 'SECOND_FACTOR_ENROLMENT_REQUIRED'],
    ['/admin', 'unproven', 403, 'SECOND_FACTOR_REQUIRED'],
    ['/member', 'unproven', 200, null],
  ] as const)('answers to %s as %s with %i %s', async (path, who, status, code) => {
    expect(codeOf(await routes.ask('GET', path, who ? as(who) : {}))).toEqual([status, code])
    expect(routes.seen.input === undefined).toBe(status !== 200)
    if (status === 200) expect(routes.seen.input?.member).toBe(path === '/open' ? null : MEMBERS[who ?? ''])
  })

  it('appears in the log with the network of the client when a member is refused', async () => {
    await routes.ask('GET', '/admin', { ...as('member'), 'x-forwarded-for': '203.0.113.7' })
    expect(routes.seen.warnings).toEqual([{ userId: 'asha', path: '/admin' }])
    expect(routes.seen.security).toEqual([
      { event: 'authz_fail', userId: 'asha', network: '203.0.113.7', reason: 'role_missing' },
    ])
    await routes.ask('GET', '/admin', as('unproven'))
    expect(routes.seen.warnings).toEqual([])
    expect(routes.seen.security).toEqual([
      { event: 'authz_fail', userId: 'uma', network: undefined, reason: 'second_factor_missing' },
    ])
    await routes.ask('GET', '/admin', as('admin'))
    expect(routes.seen.security).toEqual([])
  })
})

describe('a change of state', () => {
  const foreign = { origin: 'https://evil.example' }

  it.each([
    ['POST', '/change', 403],
    ['GET', '/visit', 403],
    ['GET', '/open', 200],
    ['POST', '/webhook', 200],
  ])('answers a foreign page at %s %s with %i', async (method, path, status) => {
    expect((await routes.ask(method, path, foreign, method === 'POST' ? '' : undefined)).status).toBe(status)
  })

  it('fails with the cookie alone where a read does not', async () => {
    const cookie = { cookie: '__Host-rapport_session=member' }
    expect((await routes.ask('GET', '/member', cookie)).status).toBe(200)
    expect((await routes.ask('PUT', '/member', cookie)).status).toBe(403)
    expect((await routes.ask('PUT', '/member', { ...cookie, origin: OWN })).status).toBe(200)
  })
})

describe('the input of a route', () => {
  it('contains the parsed path, query, headers and body', async () => {
    const path = '/shaped/ab/c%C3%A9?page=3'
    const { status } = await routes.ask('POST', path, { ...json, time: '12:00' }, '{"name":"Zoë","age":31}')
    expect(status).toBe(200)
    expect(routes.seen.input).toMatchObject({
      params: { id: 'ab', part: 'cé' },
      query: { page: 3 },
      headers: { time: '12:00' },
      body: { name: 'Zoë', age: 31 },
    })
  })

  it('stays empty if the route has no model', async () => {
    await routes.ask('GET', '/open?page=1')
    expect(routes.seen.input).toMatchObject({
      params: undefined,
      query: undefined,
      headers: undefined,
      body: undefined,
    })
  })

  it('contains the client address from the trusted proxy, the user agent, and whether there is a proof of work', async () => {
    await routes.ask('GET', '/open', {
      'x-forwarded-for': '6.6.6.6, 203.0.113.7',
      'user-agent': 'Firefox',
      [PROOF_HEADER]: 'a-fresh-proof',
    })
    expect(routes.seen.input).toMatchObject({
      address: '203.0.113.7',
      userAgent: 'Firefox',
      hasProofOfWork: true,
    })
    expect(routes.seen.input?.request.url).toBe('/open')
    await routes.ask('GET', '/open')
    expect(routes.seen.input).toMatchObject({ address: '127.0.0.1', userAgent: null, hasProofOfWork: false })
    expect(routes.seen.proofs).toEqual([])
  })

  it('allows setting cookies for our own pages and for programs only', async () => {
    expect((await routes.ask('GET', '/open', { origin: OWN })).headers['set-cookie']).toEqual(['one=1'])
    expect((await routes.ask('GET', '/open')).headers['set-cookie']).toEqual(['one=1'])
    for (const origin of ['https://partner.example', 'https://evil.example'])
      expect((await routes.ask('GET', '/open', { origin })).headers).not.toHaveProperty('set-cookie')
  })
})

describe('a request of the wrong shape', () => {
  const fieldsOf = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const { status, text } = await routes.ask('POST', path, { ...json, ...headers }, body)
    const answered = JSON.parse(text)
    expect([status, answered.code]).toEqual([400, 'INVALID'])
    expect(routes.seen.input).toBeUndefined()
    expect(answered.message).toMatch(/\w{3}/)
    return Object.keys(answered.fields ?? {})
  }
  const good = '{"name":"Zoë","age":31}'

  it('fails with each field that is wrong, once', async () => {
    expect(await fieldsOf('/shaped/ab/c', '{}')).toEqual(['name', 'age'])
    expect(await fieldsOf('/shaped/b/c', good)).toEqual(['id'])
    const first = JSON.parse((await routes.ask('POST', '/shaped/b/c', json, good)).text)
    expect(first).toMatchObject({ message: 'Too short', fields: { id: 'Too short' } })
    expect(await fieldsOf('/shaped/ab/c?page=x', good)).toEqual(['page'])
    expect(await fieldsOf('/shaped/ab/c', good, { time: '12:00:00' })).toEqual(['time'])
    expect(await fieldsOf('/shaped/ab/c', '{"name":"Zoë","age":31,"extra":{"deep":1}}')).toEqual(['extra'])
    expect(await fieldsOf('/shaped/ab/c', '{"name":"a\\u0000","age":31}')).toEqual(['name'])
  })

  it('fails with the problem of the whole body', async () => {
    const answered = await routes.ask('POST', '/shaped/ab/c', json, '{"name":"Zoë","age":13}')
    expect(JSON.parse(answered.text)).toEqual({ code: 'INVALID', message: 'Not this age' })
    const text = { 'content-type': 'text/plain' }
    expect(JSON.parse((await routes.ask('POST', '/webhook', text, 'a\0')).text).message).toMatch(
      /^This request contains characters that cannot be stored/,
    )
    expect(JSON.parse((await routes.ask('POST', '/shaped/ab/c', json, '{}')).text).message).not.toMatch(
      /^Invalid/,
    )
  })

  it('passes unread if the route has no body', async () => {
    expect((await routes.ask('POST', '/change', { 'content-type': 'text/plain' }, 'x')).status).toBe(200)
  })

  it('fails when its URL is not UTF-8', async () => {
    expect(codeOf(await routes.ask('GET', '/open?x=%ff'))).toEqual([400, 'INVALID'])
    expect(codeOf(await routes.ask('POST', '/shaped/ab/%ff', json, good))).toEqual([400, 'INVALID'])
    expect((await routes.ask('GET', '/open?x=%C3%A9')).status).toBe(200)
  })

  it('fails when its body is of another type', async () => {
    const text = { 'content-type': 'text/plain' }
    expect(codeOf(await routes.ask('POST', '/shaped/ab/c', text, good))).toEqual([415, 'UNSUPPORTED_TYPE'])
    expect((await routes.ask('POST', '/beacon', text, '{}')).status).toBe(200)
    expect((await routes.ask('POST', '/webhook', text, 'as it came')).status).toBe(200)
    expect(routes.seen.input?.body).toBe('as it came')
  })
})

describe('an answer', () => {
  it('contains the fields of the contract, and must not be cached', async () => {
    const { text, headers } = await routes.ask('GET', '/leaky')
    expect(JSON.parse(text)).toEqual({ success: true })
    expect(headers['cache-control']).toBe('no-store')
    expect((await routes.ask('GET', '/member')).headers['cache-control']).toBe('no-store')
  })

  it('fails with a shape or status that is not in the contract', async () => {
    expect(codeOf(await routes.ask('GET', '/broken'))).toEqual([500, 'INTERNAL'])
    expect(codeOf(await routes.ask('GET', '/unknown-status'))).toEqual([500, 'INTERNAL'])
    expect(String(Reflect.get(routes.seen.errors[0] ?? {}, 'error'))).toContain('no answer with status 201')
  })

  it('gives the name, type and size of a file', async () => {
    const { status, headers, text } = await routes.ask('GET', '/file')
    expect([status, text]).toEqual([200, 'zip'])
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '3',
      'content-disposition': 'attachment; filename="your data.zip"',
    })
  })

  it('fails in tests with an error that is not in the contract', async () => {
    expect(codeOf(await routes.ask('GET', '/declared/CONFLICT'))).toEqual([409, 'CONFLICT'])
    expect(codeOf(await routes.ask('GET', '/declared/NOT_FOUND'))).toEqual([500, 'INTERNAL'])
    const crashed = await routes.ask('GET', '/declared/crash')
    expect(codeOf(crashed)).toEqual([500, 'INTERNAL'])
    expect(crashed.text).not.toContain('secret')
  })
})
