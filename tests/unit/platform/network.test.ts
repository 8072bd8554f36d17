import { describe, expect, it } from 'vitest'
import { addressKeyOf, networkOf, plainAddress } from '#server/platform/http/network.ts'

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ])('turns %s into %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:10.1.2.3',
    '192.168.1.4',
    '172.20.0.1',
    'fe80::1%eth0',
    'fd00::1',
    'unknown',
    '',
  ])('returns null for %j, which identifies no household', (address) => {
    expect(networkOf(address)).toBeNull()
  })
})

describe('addressKeyOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
    ['fd00::1', 'fd00:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('turns %s into %s', (address, key) => {
    expect(addressKeyOf(address)).toBe(key)
  })
})

describe('the ranges of networks without a household', () => {
  it.each([
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '127.255.255.255',
    '169.254.0.1',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.255.255',
    '::',
    'fc00::1',
    'fdff::1',
    'febf::1',
  ])('contain %s', (address) => {
    expect(networkOf(address)).toBeNull()
  })

  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '126.0.0.1',
    '128.0.0.1',
    '169.253.0.1',
    '169.255.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.0.1',
    '192.169.0.1',
    '::2',
    'fbff::1',
    'fe00::1',
    'fec0::1',
  ])('do not contain %s', (address) => {
    expect(networkOf(address)).not.toBeNull()
  })
})

describe('plainAddress', () => {
  it.each([
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['1::ffff:c000:201', '1::ffff:c000:201'],
    ['::fffe:c000:201', '::fffe:c000:201'],
    ['::1:ffff:c000:201', '::1:ffff:c000:201'],
    ['not an address', 'not an address'],
  ])('turns %s into %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain)
  })
})
