import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress, trustedProxies } from '#server/client-address.ts'

/** The address of a request that came over a socket from `peer` with this X-Forwarded-For. */
function addressOf(setting: string, peer: string, forwarded?: string): string {
  const request = {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: peer },
  } as unknown as IncomingMessage
  return clientAddress(request, trustedProxies.parse(setting))
}

describe('the address of a client', () => {
  it('is the address of the socket while no proxy is trusted', () => {
    expect(addressOf('off', '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
    expect(addressOf('off', '::ffff:203.0.113.7')).toBe('203.0.113.7')
  })

  it('is the last entry of X-Forwarded-For behind one proxy', () => {
    expect(addressOf('on', '10.0.0.2', '6.6.6.6, 198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('1', '10.0.0.2', '6.6.6.6, 198.51.100.1')).toBe('198.51.100.1')
  })

  it('is as many entries from the right as there are proxies', () => {
    const forwarded = '6.6.6.6, 198.51.100.1, 10.0.0.3'
    expect(addressOf('2', '10.0.0.2', forwarded)).toBe('198.51.100.1')
    expect(addressOf('3', '10.0.0.2', forwarded)).toBe('6.6.6.6')
  })

  it('is the leftmost entry when there are fewer entries than proxies', () => {
    expect(addressOf('3', '10.0.0.2', '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('2', '10.0.0.2')).toBe('10.0.0.2')
  })

  it('is the first address from the right that no trusted network holds', () => {
    const networks = '10.0.0.0/8, fd00::/8,192.0.2.9'
    expect(addressOf(networks, '10.0.0.2', '6.6.6.6, 198.51.100.1, 192.0.2.9, fd00::7')).toBe('198.51.100.1')
    expect(addressOf(networks, '::ffff:10.0.0.2', '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf(networks, '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
    expect(addressOf(networks, '10.0.0.2', '10.0.0.5')).toBe('10.0.0.5')
  })

  it('never comes from an entry that is no address', () => {
    expect(addressOf('on', '10.0.0.2', 'unknown')).toBe('10.0.0.2')
    expect(addressOf('on', '10.0.0.2', '')).toBe('10.0.0.2')
    expect(addressOf('2', '10.0.0.2', '6.6.6.6, _hidden, 198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('10.0.0.0/8', '10.0.0.2', '6.6.6.6, nonsense, 10.0.0.3')).toBe('10.0.0.3')
  })

  it('is read from entries with a port', () => {
    expect(addressOf('on', '10.0.0.2', '198.51.100.1:4711')).toBe('198.51.100.1')
    expect(addressOf('on', '10.0.0.2', '[2001:db8::1]:4711')).toBe('2001:db8::1')
  })

  it.each(['yes', '0', '11', '-1', '10.0.0.0/33', 'fd00::/129', '10.0.0/8', '10.0.0.0/8,', '10.0.0.0/8/8'])(
    'refuses %j as a value of TRUST_PROXY',
    (value) => {
      expect(trustedProxies.safeParse(value).error?.issues[0]?.message).toContain('expected on, off')
    },
  )
})
