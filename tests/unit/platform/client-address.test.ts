import { describe, expect, it } from 'vitest'
import { clientAddress, clientProgram, trustedProxies } from '#server/platform/http/client-address.ts'
import { aRequest } from '../../kit/server-request.ts'

/** Returns the address of a request over a socket from `peer` with this X-Forwarded-For. */
function addressOf(setting: string, peer: string, forwarded?: string): string {
  const request = aRequest(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, { peer })
  return clientAddress(request, trustedProxies.parse(setting))
}

describe('the address of a client', () => {
  it('equals the address of the socket while no proxy is trusted', () => {
    expect(addressOf('off', '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
    expect(addressOf('off', '::ffff:203.0.113.7')).toBe('203.0.113.7')
  })

  it('equals the last entry of X-Forwarded-For behind one proxy', () => {
    expect(addressOf('on', '10.0.0.2', '6.6.6.6, 198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('1', '10.0.0.2', '6.6.6.6, 198.51.100.1')).toBe('198.51.100.1')
  })

  it('stands as many entries from the right as there are proxies', () => {
    const forwarded = '6.6.6.6, 198.51.100.1, 10.0.0.3'
    expect(addressOf('2', '10.0.0.2', forwarded)).toBe('198.51.100.1')
    expect(addressOf('3', '10.0.0.2', forwarded)).toBe('6.6.6.6')
  })

  it('equals the leftmost entry when there are fewer entries than proxies', () => {
    expect(addressOf('3', '10.0.0.2', '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('2', '10.0.0.2')).toBe('10.0.0.2')
  })

  // covers: design-trust-proxy
  it('equals the first address from the right outside the trusted networks', () => {
    const networks = '10.0.0.0/8, fd00::/8,192.0.2.9'
    expect(addressOf(networks, '10.0.0.2', '6.6.6.6, 198.51.100.1, 192.0.2.9, fd00::7')).toBe('198.51.100.1')
    expect(addressOf(networks, '::ffff:10.0.0.2', '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf(networks, '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
    expect(addressOf(networks, '10.0.0.2', '10.0.0.5')).toBe('10.0.0.5')
  })

  it('never comes from an entry that is not an address', () => {
    expect(addressOf('on', '10.0.0.2', 'unknown')).toBe('10.0.0.2')
    expect(addressOf('on', '10.0.0.2', '')).toBe('10.0.0.2')
    expect(addressOf('2', '10.0.0.2', '6.6.6.6, _hidden, 198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('10.0.0.0/8', '10.0.0.2', '6.6.6.6, nonsense, 10.0.0.3')).toBe('10.0.0.3')
  })

  it('can be read from entries with a port', () => {
    expect(addressOf('on', '10.0.0.2', '198.51.100.1:4711')).toBe('198.51.100.1')
    expect(addressOf('on', '10.0.0.2', '[2001:db8::1]:4711')).toBe('2001:db8::1')
  })

  it('ignores entries with text around an address and port', () => {
    for (const entry of [
      'x[2001:db8::1]:4711',
      '[2001:db8::1]:4711x',
      'x198.51.100.1:4711',
      '198.51.100.1:4711x',
    ])
      expect(addressOf('on', '10.0.0.2', entry)).toBe('10.0.0.2')
    expect(addressOf('on', '10.0.0.2', '[2001:db8::1]')).toBe('2001:db8::1')
  })

  it('can be read through at most 10 proxies', () => {
    const forwarded = Array.from({ length: 12 }, (_, index) => `198.51.100.${index + 1}`).join(', ')
    expect(addressOf('10', '10.0.0.2', forwarded)).toBe('198.51.100.3')
  })

  it('does not count as trusted one address beyond a network', () => {
    expect(addressOf('10.0.0.0/31', '10.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('10.0.0.0/31', '10.0.0.2', '198.51.100.1')).toBe('10.0.0.2')
    expect(addressOf('10.0.0.1/32', '10.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('fd00::1/128', 'fd00::1', '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('fd00::1/128', 'fd00::2', '198.51.100.1')).toBe('fd00::2')
    expect(addressOf('OFF', '10.0.0.1', '198.51.100.1')).toBe('10.0.0.1')
  })

  it('stays empty when the socket has closed', () => {
    expect(clientAddress(aRequest(), { hops: 1 })).toBe('')
  })

  it.each(['x1', '1x', '10.0.0.0/', '10.0.0.0/x8', '10.0.0.0/8x', '10.0.0.0/0008', '10.0.0.0/8 8', '/8'])(
    'refuses %j as a network or number',
    (value) => {
      expect(trustedProxies.safeParse(value).success).toBe(false)
    },
  )

  it.each(['yes', '0', '11', '-1', '10.0.0.0/33', 'fd00::/129', '10.0.0/8', '10.0.0.0/8,', '10.0.0.0/8/8'])(
    'refuses %j as a value of TRUST_PROXY',
    (value) => {
      expect(trustedProxies.safeParse(value).error?.issues[0]?.message).toContain('expected on, off')
    },
  )
})

describe('the user agent of a client', () => {
  const program = (value?: string) =>
    clientProgram(aRequest(value === undefined ? {} : { 'user-agent': value }))

  it('ends at 400 characters, and is null without the header', () => {
    expect(program('Firefox')).toBe('Firefox')
    expect(program('x'.repeat(500))).toBe('x'.repeat(400))
    expect(program('')).toBeNull()
    expect(program()).toBeNull()
  })
})
