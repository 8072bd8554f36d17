import { describe, expect, it } from 'vitest'
import { mailboxOf, networkOf } from '#server/safety/normal-forms.ts'

describe('a mailbox', () => {
  it.each([
    ['A.s.h.a+chat@GMail.com', 'asha@gmail.com'],
    ['asha@googlemail.com', 'asha@gmail.com'],
    ['Asha.Rao+x+y@Example.org', 'asha.rao@example.org'],
    ['asha.rao@example.org', 'asha.rao@example.org'],
    ['+tag@example.org', '+tag@example.org'],
  ])('of %s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox)
  })
})

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ])('of %s is %s', (address, network) => {
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
  ])('is not told by %j, which is a proxy’s or nobody’s', (address) => {
    expect(networkOf(address)).toBeNull()
  })
})
