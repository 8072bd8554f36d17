import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { createPublicLookup, isPublicAddress } from '#server/domains/push/public-lookup.ts'

describe('isPublicAddress', () => {
  it.each(['142.250.74.110', '2a00:1450:4001:81c::200a'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  // covers: beyond-push-endpoints
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'fc00::1',
    'fe80::1%eth0',
    'ff02::1',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

/** Returns what a connection learns from the lookup of a host with these addresses. */
function lookUp(addresses: LookupAddress[]) {
  const resolve = ((
    _name: string,
    _options: object,
    callback: (error: null, found: LookupAddress[]) => void,
  ) => callback(null, addresses)) as Parameters<typeof createPublicLookup>[0]
  return new Promise<unknown>((settle) =>
    createPublicLookup(resolve)('push.example', {}, (error, found) => settle(error?.message ?? found)),
  )
}

describe('createPublicLookup', () => {
  it('returns the addresses of a host on the public internet', async () => {
    const addresses = [{ address: '142.250.74.110', family: 4 }]
    expect(await lookUp(addresses)).toEqual(addresses)
  })

  it.each([
    [
      'with one private address',
      [
        { address: '142.250.74.110', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    ],
    ['without an address', []],
  ])('fails for a host %s', async (_, addresses) => {
    expect(await lookUp(addresses)).toBe('the push service has no public address')
  })
})
