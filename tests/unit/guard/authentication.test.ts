import { parseSetCookie } from 'cookie'
import { describe, expect, it } from 'vitest'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import { createOrigins } from '#server/platform/http/origins.ts'
import { createAuthentication } from '#server/transports/http/authentication.ts'
import { cookieName } from '#server/transports/http/cookie-name.ts'
import { aRequest } from '../../kit/server-request.ts'

const OWN = 'https://rapport.example'
const LISTED = 'https://partner.example'
const FOREIGN = 'https://evil.example'
const member = { id: 'asha' } as Member

/** An authentication with one session, which records its calls to the accounts. */
function anAuthentication({ secure = true } = {}) {
  const asked: { token: string; background: boolean | undefined }[] = []
  const authentication = createAuthentication({
    accounts: {
      async memberOf(token: string, options?: { background?: boolean }) {
        asked.push({ token, background: options?.background })
        return token === 'the-session' ? member : null
      },
    },
    origins: createOrigins({ own: [OWN], listed: [LISTED], scheme: 'https:' }),
    secure,
  })
  return { authentication, asked }
}

const cookie = '__Host-rapport_session=the-session'
const REFUSED = expect.objectContaining({ code: 'FORBIDDEN', status: 403 })

describe('a request with a bearer token', () => {
  it.each(['Bearer the-session', 'bearer the-session', 'BEARER the-session'])(
    'uses the session of the token in %j',
    async (authorization) => {
      const { authentication } = anAuthentication()
      expect(await authentication.memberOf(aRequest({ authorization }), true)).toBe(member)
    },
  )

  it.each(['Basic the-session', 'Bearer', 'Bearer ', '', 'the-session'])(
    'uses no session with the header %j, not even that of its cookie',
    async (authorization) => {
      const { authentication, asked } = anAuthentication()
      expect(
        await authentication.memberOf(aRequest({ authorization, cookie, origin: OWN }), false),
      ).toBeNull()
      expect(asked).toEqual([])
    },
  )

  it('may change state from any page', async () => {
    const { authentication } = anAuthentication()
    const request = aRequest({ authorization: 'Bearer the-session', origin: FOREIGN })
    expect(await authentication.memberOf(request, true)).toBe(member)
    expect(() => authentication.assertKnownPage(request)).not.toThrow()
  })
})

describe('a request with the session cookie', () => {
  it.each([
    ['Origin', { origin: OWN }],
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
  ])('may change state from our own page, according to %s', async (_, headers) => {
    const { authentication } = anAuthentication()
    expect(await authentication.memberOf(aRequest({ cookie, ...headers }), true)).toBe(member)
  })

  it.each([
    ['another subdomain (same-site)', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a link that a person followed', { 'sec-fetch-site': 'none' }],
    ['a program that states no page', {}],
    ['a listed origin', { origin: LISTED }],
    ['a foreign origin', { origin: FOREIGN }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a foreign origin that claims same-origin', { origin: FOREIGN, 'sec-fetch-site': 'same-origin' }],
  ])('may not change state from %s', async (_, headers) => {
    const { authentication, asked } = anAuthentication()
    await expect(authentication.memberOf(aRequest({ cookie, ...headers }), true)).rejects.toEqual(REFUSED)
    expect(asked).toEqual([])
  })

  it.each([LISTED, FOREIGN, 'null'])('reads nothing for a page of %s', async (origin) => {
    const { authentication } = anAuthentication()
    expect(await authentication.memberOf(aRequest({ cookie, origin }), false)).toBeNull()
  })

  it('can read after a person followed a link', async () => {
    const { authentication } = anAuthentication()
    const request = aRequest({ cookie, 'sec-fetch-site': 'cross-site' })
    expect(await authentication.memberOf(request, false)).toBe(member)
  })

  it('uses no session without the cookie of that name', async () => {
    const { authentication, asked } = anAuthentication()
    expect(await authentication.memberOf(aRequest({ origin: OWN }), true)).toBeNull()
    const other = aRequest({ cookie: 'rapport_session=the-session', origin: FOREIGN })
    expect(await authentication.memberOf(other, true)).toBeNull()
    expect(asked).toEqual([])
  })

  it('uses the name without the prefix over plain http', async () => {
    const { authentication } = anAuthentication({ secure: false })
    const request = aRequest({ cookie: 'rapport_session=the-session', origin: OWN })
    expect(await authentication.memberOf(request, true)).toBe(member)
  })
})

describe('a request in the background', () => {
  it.each([
    ['an ordinary request', {}, '/api/v1/conversation', false],
    ['a request that says so', { [BACKGROUND_HEADER]: '1' }, '/api/v1/conversation', true],
    ['a stream', {}, '/subscribe/asha', true],
    ['a path that only contains the stream’s', {}, '/api/subscribe/asha', false],
  ])('does not count as use: %s', async (_, headers, url, background) => {
    const { authentication, asked } = anAuthentication()
    await authentication.memberOf(aRequest({ ...headers, authorization: 'Bearer x' }, { url }), false)
    await authentication.memberOf(aRequest({ ...headers, cookie, origin: OWN }, { url }), false)
    expect(asked.map((one) => one.background)).toEqual([background, background])
  })
})

describe('a change of state without a session', () => {
  it('fails for a page that is neither ours nor listed', () => {
    const { authentication } = anAuthentication()
    for (const headers of [{ origin: FOREIGN }, { 'sec-fetch-site': 'same-site' }])
      expect(() => authentication.assertKnownPage(aRequest(headers))).toThrow(REFUSED)
    for (const headers of [{ origin: OWN }, { origin: LISTED }, {}, { 'sec-fetch-site': 'none' }])
      expect(() => authentication.assertKnownPage(aRequest(headers))).not.toThrow()
  })
})

describe('cookies', () => {
  it('go to our own pages and to programs, never to pages of other origins', () => {
    const { authentication } = anAuthentication()
    expect(authentication.takesCookies(aRequest({ origin: OWN }))).toBe(true)
    expect(authentication.takesCookies(aRequest())).toBe(true)
    expect(authentication.takesCookies(aRequest({ origin: LISTED }))).toBe(false)
    expect(authentication.takesCookies(aRequest({ origin: FOREIGN }))).toBe(false)
  })

  it('stay hidden from scripts and other sites for a session, and last 30 days', () => {
    const { authentication } = anAuthentication()
    expect({ ...parseSetCookie(authentication.cookie('a token')) }).toEqual({
      name: '__Host-rapport_session',
      value: 'a token',
      httpOnly: true,
      sameSite: 'lax',
      secure: true,
      path: '/',
      maxAge: 30 * 24 * 60 * 60,
    })
    expect({ ...parseSetCookie(authentication.clearedCookie) }).toEqual({
      name: '__Host-rapport_session',
      value: '',
      httpOnly: true,
      sameSite: 'lax',
      secure: true,
      path: '/',
      maxAge: 0,
    })
    expect(anAuthentication({ secure: false }).authentication.cookie('a token')).not.toMatch(/secure/i)
  })

  it('use a separate name for each purpose', () => {
    expect(cookieName('session', true)).toBe('__Host-rapport_session')
    expect(cookieName('device', true)).toBe('__Host-rapport_device')
    expect(cookieName('device', false)).toBe('rapport_device')
  })
})
