import { beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../../kit/graphql.ts'
import { aRegistration, call, join } from '../../kit/person.ts'
import { rawRequest } from '../../kit/raw-request.ts'
import { useNode } from '../../kit/use-node.ts'

const OWN = 'https://rapport.example'
const LISTED = 'https://partner.example'
const SESSION = '__Host-rapport_session'

const node = useNode({ env: { PUBLIC_URL: OWN, ALLOWED_ORIGINS: LISTED } })
const plain = useNode()

const FOREIGN: [string, Record<string, string>][] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of our host over plain http', { origin: 'http://rapport.example', host: 'rapport.example' }],
  ['of our host on another port', { origin: 'https://rapport.example:8443' }],
  ['of an opaque origin', { origin: 'null' }],
  ['of another site, by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ['of another subdomain, by Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }],
]
const KNOWN: [string, Record<string, string>][] = [
  ['a program that sends no such header', {}],
  ['our own page', { origin: OWN }],
  ['our own page, by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
]

const post = (path: string, body: unknown, headers: Record<string, string>) =>
  rawRequest(node.url, 'POST', path, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('a login', () => {
  const account = aRegistration()
  const credentials = { userName: account.userName, password: account.password }
  beforeAll(() => call(node.url, 'POST', '/api/user', { body: account }))

  // covers: design-origin-checked
  it.each(FOREIGN)('fails for a page %s', async (_, headers) => {
    const answer = await post('/auth', credentials, headers)
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'FORBIDDEN'])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it.each(KNOWN)('sets the cookie for %s', async (_, headers) => {
    const answer = await post('/auth', credentials, headers)
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']?.join()).toContain(`${SESSION}=`)
  })

  it('returns the token and sets no cookie for a page of a listed origin', async () => {
    const answer = await post('/auth', credentials, { origin: LISTED })
    expect([answer.status, JSON.parse(answer.text).token]).toEqual([200, expect.any(String)])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('other public calls that change state', () => {
  it.each([
    ['/api/user', {}],
    ['/re-verify', 'someone@example.com'],
    ['/password/reset', { user: 'someone@example.com', origin: OWN }],
    ['/password/confirm-reset', { token: 'x', newPassword: 'Brand-new-1' }],
    ['/api/v1/launch-notifications', { email: 'someone@example.com' }],
    ['/graphql', { query: 'mutation { logIn(userName: "a@b.example", password: "x") { token } }' }],
  ])('refuse a page of a foreign origin: %s', async (path, body) => {
    for (const [, headers] of FOREIGN) expect((await post(path, body, headers)).status).toBe(403)
    expect((await post(path, body, {})).status).not.toBe(403)
  })

  it('accept any origin where a signature authenticates the request', async () => {
    for (const path of ['/unsubscribe', '/api/v1/webhooks/razorpay'])
      expect((await post(path, {}, { origin: 'https://evil.example' })).status).not.toBe(403)
  })
})

describe('the session cookie', () => {
  const logOut = (token: string, headers: Record<string, string>) =>
    rawRequest(node.url, 'GET', '/api/v1/logout', { headers: { cookie: `${SESSION}=${token}`, ...headers } })
  const read = (cookie: string, headers: Record<string, string> = {}) =>
    rawRequest(node.url, 'GET', '/api/session', { headers: { cookie, ...headers } })

  // covers: design-origin-checked
  it('changes state only for pages of our own origin', async () => {
    const asha = await join(node)
    for (const [, headers] of [...FOREIGN, ['a listed page', { origin: LISTED }] as const])
      expect((await logOut(asha.token, headers)).status).toBe(403)
    expect((await logOut(asha.token, { origin: OWN })).status).toBe(200)
  })

  it('does not count on requests from a listed or foreign origin', async () => {
    const { token } = await join(node)
    expect((await read(`${SESSION}=${token}`)).status).toBe(200)
    expect((await read(`${SESSION}=${token}`, { origin: OWN })).status).toBe(200)
    for (const origin of [LISTED, 'https://evil.example'])
      expect((await read(`${SESSION}=${token}`, { origin })).status).toBe(401)
  })

  // covers: design-host-cookies
  it('gets the __Host- prefix under https, and its plain name elsewhere', async () => {
    const { token } = await join(node)
    expect((await read(`rapport_session=${token}`)).status).toBe(401)
    const elsewhere = await call(plain.url, 'POST', '/api/user', { body: aRegistration() })
    const [cookie = ''] = elsewhere.headers.getSetCookie()
    expect(cookie).toMatch(/^rapport_session=[\w-]{43}; /)
  })

  // covers: design-host-cookies
  it('sets the attributes that __Host- requires, like the device cookie', async () => {
    const answer = await call(node.url, 'POST', '/api/user', { body: aRegistration() })
    const cookies = answer.headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([SESSION, '__Host-rapport_device'])
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/;/)
      expect(cookie).toMatch(/; Secure/)
      expect(cookie).toMatch(/; HttpOnly/)
      expect(cookie).not.toMatch(/Domain=/i)
    }
  })
})

describe('security headers', () => {
  /** The headers whose value concerns pages, or this answer only. */
  const OF_ONE = [
    'content-security-policy',
    'content-length',
    'content-type',
    'date',
    'connection',
    'keep-alive',
  ]

  // covers: design-security-headers
  it('appear on every answer of /graphql, successful or failed, as on those of REST', async () => {
    const rest = await rawRequest(node.url, 'GET', '/api/session')
    const wanted = Object.entries(rest.headers).filter(([name]) => !OF_ONE.includes(name) && name !== 'vary')
    expect(rest.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(rest.headers['x-content-type-options']).toBe('nosniff')
    const answers = [
      await post('/graphql', { query: '{ __typename }' }, {}),
      await post('/graphql', { query: '{' }, {}),
      await post('/graphql', { query: '{ me { id } }' }, { origin: 'https://evil.example' }),
      await rawRequest(node.url, 'POST', '/graphql', { body: 'x'.repeat(70_000) }),
      await rawRequest(node.url, 'GET', '/graphql', { headers: { accept: 'text/html' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 413, 401])
    for (const { headers } of answers) expect(headers).toMatchObject(Object.fromEntries(wanted))
  })

  // covers: design-security-headers
  it('require https for a stream and forbid content sniffing, even when the stream is refused', async () => {
    const asha = await joinAs(node, 'MEMBER')
    const wanted = {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    }
    const refused = await rawRequest(node.url, 'GET', `/subscribe/${asha.id}`)
    expect([refused.status, refused.headers]).toEqual([401, expect.objectContaining(wanted)])
    const leaving = new AbortController()
    const opened = await fetch(`${node.url}/subscribe/${asha.id}`, {
      headers: { authorization: `Bearer ${asha.token}` },
      signal: leaving.signal,
    })
    expect(Object.fromEntries(opened.headers)).toMatchObject(wanted)
    leaving.abort()
  })

  it('forbid GraphQL answers and streams to load anything or to be framed', async () => {
    const policy = "default-src 'none';base-uri 'none';frame-ancestors 'none'"
    const answer = await post('/graphql', { query: '{ __typename }' }, {})
    expect(answer.headers['content-security-policy']).toBe(policy)
    const asha = await joinAs(node, 'MEMBER')
    const leaving = new AbortController()
    const opened = await fetch(`${node.url}/subscribe/${asha.id}`, {
      headers: { authorization: `Bearer ${asha.token}` },
      signal: leaving.signal,
    })
    expect(opened.headers.get('content-security-policy')).toBe(policy)
    leaving.abort()
  })

  it('do not require https on a server that is reached without it', async () => {
    for (const path of ['/healthz', '/subscribe/nobody', '/graphql?query={__typename}'])
      expect((await rawRequest(plain.url, 'GET', path)).headers).not.toHaveProperty(
        'strict-transport-security',
      )
  })

  // covers: design-security-headers
  it('forbid caching of every REST answer, both successful and failed', async () => {
    const asha = await join(node)
    const ask = (method: string, path: string, token: string | null = asha.token, body?: unknown) =>
      call(node.url, method, path, { token, body })
    const answers = [
      await ask('GET', '/api/session'),
      await ask('GET', '/api/session', null),
      await ask('POST', '/api/v1/conversations', asha.token, { pageNumber: 0, size: 10 }),
      await ask('GET', '/api/v1/admin/stats'),
      await ask('POST', '/auth', null, { userName: 'x@y.example', password: 'Wrong-pass1' }),
      await ask('POST', '/api/user', null, aRegistration()),
      await ask('PUT', '/api/v1/user', asha.token, { age: 'old' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 403, 401, 200, 400])
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'))
  })
})
