import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { PROOF_HEADER } from '#schema/proof.ts'
import { done, fileAnswer } from '#schema/route.ts'
import type { Route } from '#schema/routes.ts'
import type { Member } from '#server/accounts/index.ts'
import { ApiError } from '#server/errors.ts'
import { createOrigins } from '#server/origins.ts'
import { createAuthentication } from '#server/rest/authentication.ts'
import { presentFailures } from '#server/rest/failures.ts'
import { answer, createGuard, type RouteInput } from '#server/rest/guard.ts'
import { type RawAnswer, rawRequest } from '../../kit/raw-request.ts'

const OWN = 'https://rapport.example'
const MEMBERS = {
  member: { id: 'asha', role: 'MEMBER', suspended: false, staffFactor: 'NOT_NEEDED' },
  moderator: { id: 'mo', role: 'MODERATOR', suspended: false, staffFactor: 'CONFIRMED' },
  suspended: { id: 'ben', role: 'MEMBER', suspended: true, staffFactor: 'NOT_NEEDED' },
  admin: { id: 'ada', role: 'ADMIN', suspended: false, staffFactor: 'CONFIRMED' },
  unenrolled: { id: 'una', role: 'ADMIN', suspended: false, staffFactor: 'ENROLMENT_REQUIRED' },
  unproven: { id: 'uma', role: 'ADMIN', suspended: false, staffFactor: 'PROOF_REQUIRED' },
} as unknown as Record<string, Member>

const route = <const R extends Omit<Route, 'summary' | 'responses'>>(one: R) =>
  ({ summary: 'A route', responses: { 200: done }, ...one }) as const
const ROUTES = {
  open: route({ method: 'GET', path: '/open', access: 'public' }),
  change: route({ method: 'POST', path: '/change', access: 'public' }),
  visit: route({ method: 'GET', path: '/visit', access: 'public', changesState: true }),
  webhook: route({
    method: 'POST',
    path: '/webhook',
    access: 'public',
    anyPage: true,
    body: z.string(),
    bodyType: 'text',
  }),
  account: route({ method: 'GET', path: '/account', access: 'account' }),
  member: route({ method: 'GET', path: '/member', access: 'member' }),
  memberChange: route({ method: 'PUT', path: '/member', access: 'member' }),
  admin: route({ method: 'GET', path: '/admin', access: 'admin' }),
  shaped: route({
    method: 'POST',
    path: '/shaped/{id}/{part}',
    access: 'public',
    params: z.object({ id: z.string().min(2, 'Too short').regex(/^a/, 'No a'), part: z.string() }),
    query: z.object({ page: z.coerce.number().optional() }),
    headers: z.object({ time: z.string().max(5).optional() }),
    body: z
      .object({ name: z.string(), age: z.number(), extra: z.object({ deep: z.string() }).optional() })
      .refine(({ age }) => age !== 13, 'Not this age'),
  }),
  beacon: route({
    method: 'POST',
    path: '/beacon',
    access: 'public',
    body: z.object({}),
    bodyType: 'beacon',
  }),
  file: {
    ...route({ method: 'GET', path: '/file', access: 'public', answerType: 'application/zip' }),
    responses: { 200: fileAnswer },
  },
  leaky: route({ method: 'GET', path: '/leaky', access: 'public' }),
  broken: route({ method: 'GET', path: '/broken', access: 'public' }),
  unknownStatus: route({ method: 'GET', path: '/unknown-status', access: 'public' }),
  declared: route({
    method: 'GET',
    path: '/declared/{code}',
    access: 'public',
    params: z.object({ code: z.string() }),
  }),
} as const

const seen: {
  input?: RouteInput<Route>
  security: object[]
  warnings: object[]
  errors: object[]
  proofs: string[]
} = {
  security: [],
  warnings: [],
  errors: [],
  proofs: [],
}

function aServer() {
  const router = new Router()
  const log = {
    warn: (details: object) => void seen.warnings.push(details),
    error: (details: { error: unknown }) => void seen.errors.push(details),
  }
  const add = createGuard({
    router,
    authentication: createAuthentication({
      accounts: { memberOf: async (token) => MEMBERS[token] ?? null },
      origins: createOrigins({ own: [OWN], listed: ['https://partner.example'], scheme: 'https:' }),
      secure: true,
    }),
    botDefence: {
      async accepts(proof: string) {
        seen.proofs.push(proof)
        return proof === 'a-fresh-proof'
      },
    },
    log,
    securityLog: { record: (event) => void seen.security.push(event) },
    trustProxy: { hops: 1 },
    declaredErrors: new Map([[ROUTES.declared as Route, new Set(['CONFLICT'])]]),
  })
  const { leaky, broken, unknownStatus, declared, file, ...plain } = ROUTES
  for (const one of Object.values(plain) as Route[])
    add(one, async (input) => {
      seen.input = input as RouteInput<Route>
      input.setCookie('one=1')
      return answer(200, { success: true }) as never
    })
  add(leaky, async () => answer(200, { success: true, secret: 'x' } as { success: true }))
  add(broken, async () => answer(200, { success: false } as unknown as { success: true }))
  add(unknownStatus, async () => answer(201, { success: true }) as never)
  add(declared, async ({ params: { code } }) => {
    throw code === 'crash' ? new Error('a secret of ours') : new ApiError(code as 'CONFLICT', 'No.')
  })
  add(file, async () =>
    answer(200, {
      name: 'your data.zip',
      size: 3,
      content: (async function* () {
        yield Buffer.from('zip')
      })(),
    }),
  )
  const app = new Koa().use(presentFailures(log)).use(router.routes())
  app.silent = true
  return app.listen(0, '127.0.0.1')
}

const server = aServer()
beforeAll(() => server.listening || once(server, 'listening'))
afterAll(() => void server.close())

type Headers = Record<string, string>
function ask(method: string, path: string, headers: Headers = {}, body?: string): Promise<RawAnswer> {
  Object.assign(seen, { input: undefined, security: [], warnings: [], errors: [], proofs: [] })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return rawRequest(url, method, path, { headers, ...(body === undefined ? {} : { body }) })
}
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
  ] as const)('to %s as %s answers %i %s', async (path, who, status, code) => {
    expect(codeOf(await ask('GET', path, who ? as(who) : {}))).toEqual([status, code])
    expect(seen.input === undefined).toBe(status !== 200)
    if (status === 200) expect(seen.input?.member).toBe(path === '/open' ? null : MEMBERS[who ?? ''])
  })

  it('that is refused to a member is logged with the network of the client', async () => {
    await ask('GET', '/admin', { ...as('member'), 'x-forwarded-for': '203.0.113.7' })
    expect(seen.warnings).toEqual([{ userId: 'asha', path: '/admin' }])
    expect(seen.security).toEqual([
      { event: 'authz_fail', userId: 'asha', network: '203.0.113.7', reason: 'role_missing' },
    ])
    await ask('GET', '/admin', as('unproven'))
    expect(seen.warnings).toEqual([])
    expect(seen.security).toEqual([
      { event: 'authz_fail', userId: 'uma', network: undefined, reason: 'second_factor_missing' },
    ])
    await ask('GET', '/admin', as('admin'))
    expect(seen.security).toEqual([])
  })
})

describe('a change of state', () => {
  const foreign = { origin: 'https://evil.example' }

  it.each([
    ['POST', '/change', 403],
    ['GET', '/visit', 403],
    ['GET', '/open', 200],
    ['POST', '/webhook', 200],
  ])('by a foreign page with %s %s answers %i', async (method, path, status) => {
    expect((await ask(method, path, foreign, method === 'POST' ? '' : undefined)).status).toBe(status)
  })

  it('with the cookie alone is refused where a read is not', async () => {
    const cookie = { cookie: '__Host-rapport_session=member' }
    expect((await ask('GET', '/member', cookie)).status).toBe(200)
    expect((await ask('PUT', '/member', cookie)).status).toBe(403)
    expect((await ask('PUT', '/member', { ...cookie, origin: OWN })).status).toBe(200)
  })
})

describe('what a route is given', () => {
  it('is the parsed path, query, headers and body', async () => {
    const path = '/shaped/ab/c%C3%A9?page=3'
    const { status } = await ask('POST', path, { ...json, time: '12:00' }, '{"name":"Zoë","age":31}')
    expect(status).toBe(200)
    expect(seen.input).toMatchObject({
      params: { id: 'ab', part: 'cé' },
      query: { page: 3 },
      headers: { time: '12:00' },
      body: { name: 'Zoë', age: 31 },
    })
  })

  it('is nothing where the route has no model', async () => {
    await ask('GET', '/open?page=1')
    expect(seen.input).toMatchObject({
      params: undefined,
      query: undefined,
      headers: undefined,
      body: undefined,
    })
  })

  it('is the address that the trusted proxy tells, the program and whether work was proven', async () => {
    await ask('GET', '/open', {
      'x-forwarded-for': '6.6.6.6, 203.0.113.7',
      'user-agent': 'Firefox',
      [PROOF_HEADER]: 'a-fresh-proof',
    })
    expect(seen.input).toMatchObject({ address: '203.0.113.7', userAgent: 'Firefox', proven: true })
    expect(seen.input?.request.url).toBe('/open')
    await ask('GET', '/open')
    expect(seen.input).toMatchObject({ address: '127.0.0.1', userAgent: null, proven: false })
    expect(seen.proofs).toEqual([''])
  })

  it('may set cookies for our own pages and programs alone', async () => {
    expect((await ask('GET', '/open', { origin: OWN })).headers['set-cookie']).toEqual(['one=1'])
    expect((await ask('GET', '/open')).headers['set-cookie']).toEqual(['one=1'])
    for (const origin of ['https://partner.example', 'https://evil.example'])
      expect((await ask('GET', '/open', { origin })).headers).not.toHaveProperty('set-cookie')
  })
})

describe('a request of the wrong shape', () => {
  const fieldsOf = async (path: string, body: string, headers: Headers = {}) => {
    const { status, text } = await ask('POST', path, { ...json, ...headers }, body)
    const answered = JSON.parse(text)
    expect([status, answered.code]).toEqual([400, 'INVALID'])
    expect(seen.input).toBeUndefined()
    expect(answered.message).toMatch(/\w{3}/)
    return Object.keys(answered.fields ?? {})
  }
  const good = '{"name":"Zoë","age":31}'

  it('is refused with each field that is wrong, once', async () => {
    expect(await fieldsOf('/shaped/ab/c', '{}')).toEqual(['name', 'age'])
    expect(await fieldsOf('/shaped/b/c', good)).toEqual(['id'])
    const first = JSON.parse((await ask('POST', '/shaped/b/c', json, good)).text)
    expect(first).toMatchObject({ message: 'Too short', fields: { id: 'Too short' } })
    expect(await fieldsOf('/shaped/ab/c?page=x', good)).toEqual(['page'])
    expect(await fieldsOf('/shaped/ab/c', good, { time: '12:00:00' })).toEqual(['time'])
    expect(await fieldsOf('/shaped/ab/c', '{"name":"Zoë","age":31,"extra":{"deep":1}}')).toEqual(['extra'])
    expect(await fieldsOf('/shaped/ab/c', '{"name":"a\\u0000","age":31}')).toEqual(['name'])
  })

  it('is refused with what is wrong with the whole of it', async () => {
    const answered = await ask('POST', '/shaped/ab/c', json, '{"name":"Zoë","age":13}')
    expect(JSON.parse(answered.text)).toEqual({ code: 'INVALID', message: 'Not this age' })
    const text = { 'content-type': 'text/plain' }
    expect(JSON.parse((await ask('POST', '/webhook', text, 'a\0')).text).message).toMatch(/^The body /)
    expect(JSON.parse((await ask('POST', '/shaped/ab/c', json, '{}')).text).message).not.toMatch(/^Invalid/)
  })

  it('is not looked at where the route has no body', async () => {
    expect((await ask('POST', '/change', { 'content-type': 'text/plain' }, 'x')).status).toBe(200)
  })

  it('is refused when its address is not UTF-8', async () => {
    expect(codeOf(await ask('GET', '/open?x=%ff'))).toEqual([400, 'INVALID'])
    expect(codeOf(await ask('POST', '/shaped/ab/%ff', json, good))).toEqual([400, 'INVALID'])
    expect((await ask('GET', '/open?x=%C3%A9')).status).toBe(200)
  })

  it('is refused when its body is of another type', async () => {
    const text = { 'content-type': 'text/plain' }
    expect(codeOf(await ask('POST', '/shaped/ab/c', text, good))).toEqual([415, 'UNSUPPORTED_TYPE'])
    expect((await ask('POST', '/beacon', text, '{}')).status).toBe(200)
    expect((await ask('POST', '/webhook', text, 'as it came')).status).toBe(200)
    expect(seen.input?.body).toBe('as it came')
  })
})

describe('an answer', () => {
  it('holds what the contract names, and is kept out of caches', async () => {
    const { text, headers } = await ask('GET', '/leaky')
    expect(JSON.parse(text)).toEqual({ success: true })
    expect(headers['cache-control']).toBe('no-store')
    expect((await ask('GET', '/member')).headers['cache-control']).toBe('no-store')
  })

  it('of a shape or status that the contract does not name fails', async () => {
    expect(codeOf(await ask('GET', '/broken'))).toEqual([500, 'INTERNAL'])
    expect(codeOf(await ask('GET', '/unknown-status'))).toEqual([500, 'INTERNAL'])
    expect(String(Reflect.get(seen.errors[0] ?? {}, 'error'))).toContain('no answer with status 201')
  })

  it('with a file has its name, type and size', async () => {
    const { status, headers, text } = await ask('GET', '/file')
    expect([status, text]).toEqual([200, 'zip'])
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '3',
      'content-disposition': 'attachment; filename="your data.zip"',
    })
  })

  it('with an error that the contract does not declare fails in tests', async () => {
    expect(codeOf(await ask('GET', '/declared/CONFLICT'))).toEqual([409, 'CONFLICT'])
    expect(codeOf(await ask('GET', '/declared/NOT_FOUND'))).toEqual([500, 'INTERNAL'])
    const crashed = await ask('GET', '/declared/crash')
    expect(codeOf(crashed)).toEqual([500, 'INTERNAL'])
    expect(crashed.text).not.toContain('secret')
  })
})
