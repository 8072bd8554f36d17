import argon2 from 'argon2'
import { beforeAll, describe, expect, it } from 'vitest'
import { networkField } from '#server/domains/accounts/network-field.ts'
import { createPasswords, type Passwords } from '#server/domains/accounts/passwords.ts'
import { hashSecret, newCode, newSecret, normalizeCode } from '#server/domains/accounts/secrets.ts'

const distinct = (make: () => string) => new Set(Array.from({ length: 200 }, make)).size

describe('a secret', () => {
  it('consists of 256 random bits, fits into a link, and is stored as its SHA-256', () => {
    expect(newSecret()).toMatch(/^[\w-]{43}$/)
    expect(distinct(newSecret)).toBe(200)
    const hash = Buffer.from(hashSecret('abc')).toString('hex')
    expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

describe('a code that is typed', () => {
  it('consists of ten letters and digits, without those that are easily misread', () => {
    const codes = Array.from({ length: 200 }, newCode)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(new Set(codes).size).toBe(200)
    // Each of the 32 characters is missing from 2,000 with a probability below 1e-27.
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
  })

  // covers: design-reset-codes-not-guessable
  it('draws each of its ten characters on its own: 50 random bits', () => {
    const codes = Array.from({ length: 4_000 }, () => newCode().replace('-', ''))
    const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    // Two independent places take about 1,003 of their 1,024 values; fewer than 900 is impossible in practice.
    for (const one of places)
      for (const other of places.slice(one + 1)) {
        const pairs = new Set(codes.map((code) => code.charAt(one) + code.charAt(other)))
        expect(pairs.size).toBeGreaterThan(900)
      }
  })

  it.each([
    ['01234-ABCDE', '01234ABCDE'],
    [' 0l234 abcde\n', '01234ABCDE'],
    ['oOiIlL', '001111'],
    ['x_y.z', 'XYZ'],
  ])('reads the same from the typed form %j', (typed, read) => {
    expect(normalizeCode(typed)).toBe(read)
  })

  it('stays the same when it is normalized as it was created', () => {
    const code = newCode()
    expect(normalizeCode(code)).toBe(code.replace('-', ''))
  })
})

describe('a password', () => {
  let passwords: Passwords
  beforeAll(async () => {
    passwords = await createPasswords()
  })

  it('matches only its own hash, which differs each time', async () => {
    const [one, two] = [await passwords.hash('Monsoon-2026'), await passwords.hash('Monsoon-2026')]
    expect(one).not.toBe(two)
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$|^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.verify(one, 'Monsoon-2026')).toBe(true)
    expect(await passwords.verify(one, 'Monsoon-2027')).toBe(false)
  })

  it.each([[null], ['removed'], ['']])('never matches a stored value that is no hash: %j', async (stored) => {
    for (const password of ['a password that nobody has', 'removed', ''])
      expect(await passwords.verify(stored, password)).toBe(false)
  })

  it('needs a rehash if the stored hash has other settings', async () => {
    expect(passwords.needsRehash(await passwords.hash('x'), 'x')).toBe(false)
    const weak = await argon2.hash('x', { memoryCost: 8192, timeCost: 2, parallelism: 1 })
    expect(passwords.needsRehash(weak, 'x')).toBe(true)
  })
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['127.0.0.1', undefined],
  [null, undefined],
])('the security log names the network of %s as %s', (address, network) => {
  expect(networkField(address)).toEqual({ network })
})
