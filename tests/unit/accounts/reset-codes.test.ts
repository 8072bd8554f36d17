import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { exchangeResetCode, forgetCodeAttempts } from '#server/domains/accounts/exchange-reset-code.ts'
import { hashSecret, newCode, normalizeCode } from '#server/domains/accounts/secrets.ts'
import type { SecurityEvent } from '#server/platform/logging/security-log.ts'
import { createRateLimits, type RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

// Each answer takes at least a quarter of a second.
vi.mock('#server/domains/accounts/minimum-response-time.ts', () => ({
  withMinimumResponseTime: (work: () => unknown) => work(),
}))

const MINUTE = 60_000
const ADDRESS = '203.0.113.7'
const INVALID = 'Invalid reset code or username'
const TRIED_TOO_OFTEN = 'This code was tried too often. Please request a new one.'
const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)

const rows = useStarted(openRows)
let limits: RateLimits
let events: SecurityEvent[]
beforeEach(() => {
  limits = createRateLimits({ redis: null, factor: 1, note: () => undefined })
  events = []
})

const userNameOf = (userId: string) => `${userId}@example.com`
const exchange = (userName: string, resetCode: string, address = ADDRESS) =>
  exchangeResetCode(
    { database: rows.database, clock, limits, securityLog: { record: (event) => void events.push(event) } },
    { userName, resetCode },
    address,
  )
const refused = (userName: string, resetCode = '00000-00000', address = ADDRESS) =>
  exchange(userName, resetCode, address).then(
    () => null,
    ({ code, message }) => ({ code, message }),
  )
const invalid = { code: 'INVALID', message: INVALID }
const tooOften = { code: 'INVALID', message: TRIED_TOO_OFTEN }

async function mailed(changes: object = {}) {
  const userId = await rows.member()
  const code = newCode()
  const codeHash = hashSecret(normalizeCode(code))
  await rows.database.prisma.passwordReset.create({
    data: {
      id: uuidv7(),
      userId,
      codeHash,
      tokenHash: hashSecret(uuidv7()),
      expires: at(MINUTE),
      ...changes,
    },
  })
  return { userId, userName: userNameOf(userId), code }
}

describe('a reset code', () => {
  it('yields a token once, in any notation, that is valid for fifteen minutes', async () => {
    const { userId, userName, code } = await mailed()
    const token = await exchange(userName, ` ${code.toLowerCase().replace('-', ' ')} `)
    const stored = await rows.database.prisma.passwordReset.findUniqueOrThrow({
      where: { tokenHash: hashSecret(token) },
    })
    expect(stored).toMatchObject({ userId, expires: at(15 * MINUTE), usedAt: null, codeHash: null })
    expect(await refused(userName, code)).toEqual(invalid)
    expect(events).toEqual([{ event: 'authn_reset_code_fail', userId: undefined, network: ADDRESS }])
  })

  it.each([
    ['has expired', { expires: at() }],
    ['was used as a link', { usedAt: at() }],
    ['was followed by a newer one', { codeHash: null }],
  ])('fails once it %s', async (_, changes) => {
    const { userName, code } = await mailed(changes)
    expect(await refused(userName, code)).toEqual(invalid)
  })

  it('fails for another account', async () => {
    const { code } = await mailed()
    const { userId, userName } = await mailed()
    expect(await refused(userName, code)).toEqual(invalid)
    expect(events).toMatchObject([{ userId }])
  })
})

describe('wrong reset codes', () => {
  it('get another message from the sixth on, for accounts and unknown addresses alike', async () => {
    const { userName, code } = await mailed()
    for (const name of [userName, 'nobody@example.com']) {
      for (let count = 1; count <= 5; count += 1) expect(await refused(name)).toEqual(invalid)
      expect(await refused(name)).toEqual(tooOften)
    }
    expect(await exchange(userName, code)).toEqual(expect.any(String))
  })

  it('count separately for each account and network', async () => {
    const { userName } = await mailed()
    for (let count = 1; count <= 6; count += 1) await refused(userName)
    expect(await refused(userName, undefined, '198.51.100.9')).toEqual(invalid)
    expect(await refused('nobody@example.com')).toEqual(invalid)
    expect(await refused(userName)).toEqual(tooOften)
  })

  it('count together for the addresses of one network', async () => {
    const { userName } = await mailed()
    for (let count = 1; count <= 5; count += 1) await refused(userName, undefined, `2001:db8::${count}`)
    expect(await refused(userName, undefined, '2001:db8::ffff')).toEqual(tooOften)
    expect(await refused(userName, undefined, '2001:db8:0:1::1')).toEqual(invalid)
  })

  it('stop counting when a new code is sent', async () => {
    const { userName } = await mailed()
    for (let count = 1; count <= 6; count += 1) await refused(userName)
    await forgetCodeAttempts(limits, userName, '198.51.100.9')
    expect(await refused(userName)).toEqual(tooOften)
    await forgetCodeAttempts(limits, userName, ADDRESS)
    expect(await refused(userName)).toEqual(invalid)
  })

  it('end at thirty in a quarter of an hour from one address, over all accounts', async () => {
    for (let count = 0; count < 30; count += 1) expect(await refused(`${count}@example.com`)).toEqual(invalid)
    expect(await refused('another@example.com')).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await refused('another@example.com', undefined, '198.51.100.9')).toEqual(invalid)
  })
})
