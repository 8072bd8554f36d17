import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { text } from '#schema/translatable.ts'
import { createBotDefence } from '#server/domains/abuse/bots/bot-defence.ts'
import { createProofOfWork } from '#server/domains/abuse/bots/proof-of-work.ts'
import { beginLogin, lockReason } from '#server/domains/accounts/login-limits.ts'
import { hashSecret } from '#server/domains/accounts/secrets.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createRateLimits, type RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const ADDRESS = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'
const ASHA = 'asha@example.com'
const clock = createTestClock()

const rows = useStarted(openRows)
let limits: RateLimits
let when: 'bursts' | 'off'
beforeEach(() => {
  limits = createRateLimits({ redis: null, factor: 1, note: () => undefined })
  when = 'bursts'
})

const hashOf = (device: string) => new Uint8Array(Buffer.from(device.padEnd(32)))
const begin = (email: string, origin: object = {}) => {
  const proofs = createProofOfWork({
    secret: Buffer.alloc(32),
    replayCache: { markUsed: async () => true },
    clock,
  })
  const botDefence = createBotDefence({ proofs, limits, when })
  const signupScreening = {
    signalDays: 90,
    check: async () => [],
    reportMatches: async () => undefined,
    deviceHash: (device: string) => (device === 'unhashed' ? null : hashOf(device)),
  }
  const caller = { userAgent: null, ipAddress: ADDRESS, ...origin }
  return beginLogin({ database: rows.database, limits, botDefence, signupScreening }, email, caller)
}
const refused = (code: string) => expect.objectContaining({ code })
async function fail(count: number, email: string, origin: object = {}) {
  for (let index = 0; index < count; index += 1) await (await begin(email, origin)).failed()
}

/** Stores a member with a session in a browser. Returns the address of the account. */
async function knownIn(device: string) {
  const userId = await rows.member()
  await rows.database.prisma.session.create({
    data: {
      id: uuidv7(),
      userId,
      tokenHash: hashSecret(uuidv7()),
      device: hashOf(device),
      expires: new Date(clock.now()),
    },
  })
  return `${userId}@example.com`
}

describe('logins of a stranger', () => {
  it('need proof of work after five failures for the account from any address', async () => {
    await fail(3, ASHA, { ipAddress: '192.0.2.1' })
    await fail(2, ASHA, { ipAddress: '192.0.2.2' })
    await fail(1, ASHA)
    await expect(begin(ASHA)).rejects.toEqual(refused('PROOF_REQUIRED'))
    await expect(begin(ASHA, { device: 'unknown' })).rejects.toEqual(refused('PROOF_REQUIRED'))
    await expect(begin('ben@example.com')).resolves.toBeDefined()
    await expect(begin(ASHA, { hasProofOfWork: true })).resolves.toBeDefined()
  })

  it('need proof of work after five failures from the address for any account', async () => {
    for (let count = 0; count < 6; count += 1) await fail(1, `nobody-${count}@example.com`)
    await expect(begin(ASHA)).rejects.toEqual(refused('PROOF_REQUIRED'))
    await expect(begin(ASHA, { ipAddress: ELSEWHERE })).resolves.toBeDefined()
  })

  it('need proof of work after ten for an account and network', async () => {
    for (let count = 0; count < 10; count += 1) await begin(ASHA)
    await expect(begin(ASHA)).rejects.toEqual(refused('PROOF_REQUIRED'))
    when = 'off'
    await expect(begin(ASHA)).rejects.toEqual(refused('RATE_LIMITED'))
    await expect(begin(ASHA, { ipAddress: ELSEWHERE })).resolves.toBeDefined()
    await expect(begin('ben@example.com')).resolves.toBeDefined()
  })

  it('count together for the addresses of one network', async () => {
    when = 'off'
    for (let count = 0; count < 10; count += 1) await begin(ASHA, { ipAddress: `2001:db8::${count}` })
    await expect(begin(ASHA, { ipAddress: '2001:db8::ffff' })).rejects.toEqual(refused('RATE_LIMITED'))
    await expect(begin(ASHA, { ipAddress: '2001:db8:0:1::1' })).resolves.toBeDefined()
  })

  it('stop after sixty for an address, and share one count if the address is unknown', async () => {
    when = 'off'
    for (const ipAddress of [ADDRESS, null]) {
      for (let count = 0; count < 60; count += 1) await begin(`${count}@example.com`, { ipAddress })
      await expect(begin(ASHA, { ipAddress })).rejects.toEqual(refused('RATE_LIMITED'))
    }
  })
})

describe('logins with proof of work', () => {
  const proven = { hasProofOfWork: true }

  it('stop after twenty an hour for an account and network', async () => {
    await fail(20, ASHA, proven)
    await expect(begin(ASHA, proven)).rejects.toEqual(refused('RATE_LIMITED'))
    await expect(begin(ASHA, { ...proven, ipAddress: ELSEWHERE })).resolves.toBeDefined()
    await expect(begin('ben@example.com', proven)).resolves.toBeDefined()
  })

  it('stop after a hundred and twenty an hour for an address', async () => {
    for (let count = 0; count < 120; count += 1) await begin(`${count}@example.com`, proven)
    await expect(begin(ASHA, proven)).rejects.toEqual(refused('RATE_LIMITED'))
  })
})

describe('logins in a browser that logged in to the account before', () => {
  it('get ten attempts of their own, regardless of failures by strangers', async () => {
    const email = await knownIn('known')
    await fail(6, email, { ipAddress: ELSEWHERE })
    await expect(begin(email)).rejects.toEqual(refused('PROOF_REQUIRED'))
    for (let count = 0; count < 10; count += 1) await begin(email, { device: 'known' })
    await expect(begin(email, { device: 'known' })).rejects.toEqual(refused('PROOF_REQUIRED'))
  })

  it('exclude another account, another browser, and a browser without a recognised cookie', async () => {
    const [email, other] = [await knownIn('asha'), await knownIn('ben')]
    await fail(6, email, { ipAddress: ELSEWHERE })
    await fail(6, other, { ipAddress: '192.0.2.1' })
    for (const device of ['ben', 'unhashed', null])
      await expect(begin(email, { device })).rejects.toEqual(refused('PROOF_REQUIRED'))
    await expect(begin(other, { device: 'asha' })).rejects.toEqual(refused('PROOF_REQUIRED'))
    await expect(begin(other, { device: 'ben' })).resolves.toBeDefined()
  })
})

it.each([
  ['of a stranger', 'asha@example.com', {}],
  ['with proof of work', 'asha@example.com', { hasProofOfWork: true }],
  ['in a known browser', null, { device: 'in-a-known-browser' }],
])('a right password %s counts towards no limit of failed logins', async (_, email, origin) => {
  const userName = email ?? (await knownIn('in-a-known-browser'))
  for (let count = 0; count < 29; count += 1) await (await begin(userName, origin)).succeeded()
  await expect(begin(userName, origin)).resolves.toBeDefined()
  expect(await limits.used('failedLoginByAccount', userName)).toBe(0)
  // Only the count of the address keeps the attempt after a right password.
  expect(await limits.used('provenLoginByAddress', ADDRESS)).toBeLessThan(0.02)
})

it.each([
  ['of a stranger', null, {}],
  ['with proof of work', null, { hasProofOfWork: true }],
  ['in a known browser', 'a-known-browser', { device: 'a-known-browser' }],
])('logins %s with the right password are limited to thirty', async (_, device, origin) => {
  when = 'off'
  const userName = device ? await knownIn(device) : ASHA
  for (let count = 0; count < 30; count += 1) await (await begin(userName, origin)).succeeded()
  await expect(begin(userName, origin)).rejects.toEqual(refused('RATE_LIMITED'))
  await expect(begin('ben@example.com', { ...origin, ipAddress: ELSEWHERE })).resolves.toBeDefined()
})

it('failed logins do not use up the limit of logins with the right password', async () => {
  const userName = await knownIn('forgetful')
  for (let count = 0; count < 9; count += 1) await (await begin(userName, { device: 'forgetful' })).failed()
  const device = Buffer.from(hashOf('forgetful')).toString('base64url')
  expect(await limits.used('rightLoginByAccountAndDevice', `${userName} ${device}`)).toBe(0)
})

it('the security log has a reason only for a login that limits refused', () => {
  expect(lockReason(new ApiError('RATE_LIMITED', text('Wait.')))).toBe('rate_limited')
  expect(lockReason(new ApiError('PROOF_REQUIRED', text('Work.')))).toBe('proof_required')
  expect(lockReason(new ApiError('INVALID', text('No.')))).toBeNull()
  expect(lockReason(new Error('RATE_LIMITED'))).toBeNull()
})
