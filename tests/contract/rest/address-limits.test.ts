import { describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import { call } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

/** Every limit allows one call. */
const STRICT = { RATE_LIMIT_FACTOR: '0.001' }

const node = useNode({ env: { ...STRICT, TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' } })

let tries = 0
/** Logs in to an account of its own: only the limits by address count. */
async function logInFrom(forwarded: string, on = node) {
  tries += 1
  const body = { userName: `try-${tries}@example.com`, password: 'Wrong-pass1' }
  const headers = { 'x-forwarded-for': forwarded }
  return (await call(on.url, 'POST', '/auth', { body, headers })).status
}

describe('limits by address', () => {
  // covers: design-ipv6-limits-by-64
  it('count an IPv6 network of /64 as one address', async () => {
    expect(await logInFrom('2001:db8:1:1::1')).toBe(401)
    expect(await logInFrom('2001:db8:1:1:9999::2')).toBe(429)
    expect(await logInFrom('2001:db8:1:2::1')).toBe(401)
  })

  it('count over GraphQL as over REST', async () => {
    expect(await logInFrom('2001:db8:2:1::1')).toBe(401)
    const document = 'mutation { logIn(userName: "graphql@example.com", password: "Wrong-pass1") { token } }'
    const headers = { 'x-forwarded-for': '2001:db8:2:1::2' }
    expect((await ask(node, null, document, {}, headers)).codes).toEqual(['RATE_LIMITED'])
  })

  it('count each IPv4 address separately, and its IPv6 form as the same', async () => {
    expect(await logInFrom('192.0.2.1')).toBe(401)
    expect(await logInFrom('192.0.2.2')).toBe(401)
    expect(await logInFrom('::ffff:192.0.2.1')).toBe(429)
  })

  it('count the last address before the trusted proxies, whatever the caller wrote before it', async () => {
    expect(await logInFrom('198.51.100.1, 192.0.2.9, 10.0.0.7')).toBe(401)
    expect(await logInFrom('198.51.100.2, 192.0.2.9, 10.0.0.8')).toBe(429)
  })

  it('count the proxy itself when it adds an invalid address', async () => {
    expect(await logInFrom('192.0.2.50, unknown')).toBe(401)
    expect(await logInFrom('192.0.2.51, unknown')).toBe(429)
  })

  it('ignore X-Forwarded-For while no proxy is trusted', async () => {
    const direct = await startApp({ env: STRICT })
    try {
      expect(await logInFrom('192.0.2.1', direct)).toBe(401)
      expect(await logInFrom('192.0.2.2', direct)).toBe(429)
    } finally {
      await direct[Symbol.asyncDispose]()
    }
  })
})
